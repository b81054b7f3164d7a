#!/usr/bin/env bash
# Judges the previews of all stacks in STACKS (the output of stacks.sh --json), which the jobs of the matrix left in folders named PREVIEWS-0,
# PREVIEWS-1 and so on. Comments on the pull request, and fails unless every stack was previewed and no rule stops it.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/pipeline.sh"
here=$DECIDING/access

count=$(node -p 'JSON.parse(process.argv[1]).length' "$STACKS")
# field_of INDEX NAME: prints a field of a stack.
field_of() {
    node -p 'JSON.parse(process.argv[1])[process.argv[2]][process.argv[3]]' "$STACKS" "$@"
}

# The packages of the base. The folder of a new project is not there yet, so it uses those of another one.
export ACCESS_INSTALLED=.
for ((index = 0; index < count; index++)); do
    folder=$(field_of $index directory)
    is_of_base "$folder" || continue
    ACCESS_DIRECTORY=$folder "$here/install.sh"
    ACCESS_INSTALLED=$folder
done

failed=()
mkdir -p reports
for ((index = 0; index < count; index++)); do
    export PULUMI_STACK ACCESS_DIRECTORY ACCESS_PREVIEW ACCESS_REPORT
    PULUMI_STACK=$(field_of $index stack)
    ACCESS_DIRECTORY=$(field_of $index directory)
    ACCESS_PREVIEW=$PREVIEWS-$index
    ACCESS_REPORT=$ROOT/reports/access-report-$index.md
    code=0
    "$here/gate.sh" || code=$?
    [ $code -eq 0 ] || failed+=("$(field_of $index name) ($code)")
    "$here/github-comment.sh"
    [ ! -f "$ACCESS_REPORT" ] || cat "$ACCESS_REPORT" >>"$GITHUB_STEP_SUMMARY"
done
[ ${#failed[@]} -eq 0 ] || {
    echo "error: Not all stacks pass: ${failed[*]}. The number is the exit code of gate.sh." >&2
    exit 1
}
