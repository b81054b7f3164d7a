#!/usr/bin/env bash
# Judges the preview that preview.sh wrote to ACCESS_PREVIEW, without running the program: call it in a clone of the commit that the change is
# based on, whose rules, tests, scripts and packages decide. Writes the report, and exits like preview.sh.
# ACCESS_CHANGED: folder with the files of the change. They are only compared.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/pipeline.sh"

WHAT=preview
GATED=yes
rm -f "$REPORT" "$PAGE"
[ -n "${ACCESS_PREVIEW:-}" ] || stop "ACCESS_PREVIEW is not set: set it to the folder that preview.sh wrote."
PREVIEW=$(absolute "$ACCESS_PREVIEW")
CHANGED=${ACCESS_CHANGED:+$(absolute "$ACCESS_CHANGED")}
make_folder
prepare_to_judge
judge
