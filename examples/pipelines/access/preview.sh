#!/usr/bin/env bash
# What would `up` change? As text in the log, as Markdown in ACCESS_REPORT. Exits with Pulumi's code.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/pipeline.sh"

WHAT=preview
preview --refresh
