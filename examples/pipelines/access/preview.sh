#!/usr/bin/env bash
# Shows what `up` would change, as text in the log and as Markdown in ACCESS_REPORT. Exits with Pulumi's code, or with the
# code of the rule in access-rules.json that stops the change.
# With ACCESS_PREVIEW, only writes the preview to this folder: another job, which does not run the program, calls gate.sh. With ACCESS_PLAN,
# also writes the preview and its plan to this folder, for up.sh.
# With ACCESS_BASE (a commit or a branch), rules and tests are taken from there; otherwise, from the working tree before the program runs.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/pipeline.sh"

WHAT=preview
GATED=yes
rm -f "$REPORT" "$PAGE"
if [ -n "${ACCESS_PREVIEW:-}" ]; then
    PREVIEW=$(absolute "$ACCESS_PREVIEW")
    # A failure is reported by gate.sh.
    IS_JUDGED_LATER=yes
fi
if [ -n "${ACCESS_PLAN:-}" ]; then
    PREVIEW=$(absolute "$ACCESS_PLAN")
    PLAN=(--save-plan "$PREVIEW/plan")
fi
make_folder
# Whatever is there already, such as a file of the repository, is not this preview.
empty_preview
# The shell reads this script while it runs, and the program could change it: in braces, the rest is read before.
{
    [ -n "${ACCESS_PREVIEW:-}" ] || keep_deciding
    prepare
    code=0
    # Drift that the program now declares is not a change for Pulumi. Only --show-sames includes it in the preview.
    refresh=(--refresh)
    # A deployment with a plan refreshes, so its preview does, too.
    [ -n "${ACCESS_PLAN:-}" ] || [ "$(config_value read)" != changed ] || refresh=()
    preview ${refresh[@]+"${refresh[@]}"} --show-sames || code=$?
    if [ -n "${ACCESS_PREVIEW:-}" ]; then
        [ ! -f "$PREVIEW/said" ] || cat "$PREVIEW/said" >&2
        exit $code
    fi
    code=0
    judge || code=$?
    exit $code
}
