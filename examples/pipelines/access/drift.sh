#!/usr/bin/env bash
# Is the service as the repository says? Exits with 0 if it is, with 7 if it is not; with any other code, the check failed.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/pipeline.sh"

WHAT="drift check"
preview --refresh --expect-no-changes
