#!/usr/bin/env bash
# What would `up` change? As text in the log, as Markdown in ACCESS_REPORT. Exits with Pulumi's code, or with
# that of the rule of access-rules.json that stops the change.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/pipeline.sh"

WHAT=preview
GATED=yes
# What somebody changed outside and the program now declares is no change for Pulumi, so only --show-sames tells of it.
preview --refresh --show-sames
