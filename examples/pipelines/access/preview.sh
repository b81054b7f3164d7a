#!/usr/bin/env bash
# Shows what `up` would change, as text in the log and as Markdown in ACCESS_REPORT. Exits with Pulumi's code, or with the
# code of the rule in access-rules.json that stops the change.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/pipeline.sh"

WHAT=preview
GATED=yes
# Drift that the program now declares is not a change for Pulumi. Only --show-sames includes it in the preview.
preview --refresh --show-sames
