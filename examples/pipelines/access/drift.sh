#!/usr/bin/env bash
# Checks for drift. Exit codes: 0 if there is none, 7 if there is drift; any other code means that the check failed.
# With ACCESS_DRIFT=accept, edits the program on a separate branch so that it declares the live values, for push-branch.sh to push. ACCESS_REPORT then
# describes that branch. The clone is left on its original commit.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/pipeline.sh"
SCRIPTS=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# Whether the preview has steps that change something.
is_pending() {
    node -e '
        const { steps = [] } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
        process.exit(steps.some(({ op }) => !["refresh", "same", "read"].includes(op)) ? 0 : 1);
    ' "$PREVIEW/document"
}

accept() {
    local accepted=$FOLDER/accepted before start branch code=0
    before=$(git rev-parse HEAD)
    start=$(git symbolic-ref --quiet --short HEAD) || start=$before
    branch=$("$SCRIPTS/drift-branch.sh" "$NAME")
    # push-branch.sh recognizes later commits by other people by this address.
    export GIT_AUTHOR_NAME="Access drift" GIT_AUTHOR_EMAIL=access-drift@noreply.invalid
    export GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL
    git switch --quiet --force-create "$branch"
    # Restores the original commit in any case, so that the next run can start from it.
    COMMIT=$before START=$start
    trap 'rm -rf "$FOLDER"; git switch --quiet --detach "$COMMIT"; [ "$START" = "$COMMIT" ] || git switch --quiet "$START"' EXIT
    find_rules
    with_rules accept "$PREVIEW/document" --stack "$STACK" --commit --no-impact --format markdown ${RULES[@]+--automatic "${RULES[0]}"} \
        >"$accepted" || code=$?
    case $code in
    0 | 16) ;;
    *) stop "Could not edit the program: see the error above." ;;
    esac
    if [ "$(git rev-parse HEAD)" = "$before" ]; then
        git switch --quiet --detach "$before"
        git branch --quiet -D "$branch"
        { echo && cat "$accepted"; } >>"$REPORT"
        echo "None of this drift can be accepted."
        return
    fi
    # The report and the rules for the pull request.
    GATED=yes code=0
    preview --refresh --show-sames || true
    judge || code=$?
    case $code in
    0 | 17 | 18 | 19 | 20 | 22 | 25 | 26) ;;
    *) exit "$code" ;;
    esac
    { echo && cat "$accepted"; } >>"$REPORT"
}

WHAT="drift check"
case ${ACCESS_DRIFT:-} in
"" | accept) ;;
*) stop "ACCESS_DRIFT is \"$ACCESS_DRIFT\": set it to accept, or remove it." ;;
esac
case $(git symbolic-ref --quiet --short HEAD || true) in
access/accept-drift/*) stop "This clone is on the branch of an earlier drift check: check out the default branch." ;;
esac
make_folder
keep_deciding
prepare
# In braces, because the program could change this script while the shell reads it.
{
    code=0
    preview --refresh --expect-no-changes || true
    judge || code=$?
    # Drift that the program already accepts only needs a deployment.
    if [ "$code" -eq 7 ] && ! is_pending; then code=0; fi
    if [ -n "${ACCESS_DRIFT:-}" ]; then git branch --quiet -D "$("$SCRIPTS/drift-branch.sh" "$NAME")" 2>/dev/null || true; fi
    if [ "$code" -eq 7 ] && [ -n "${ACCESS_DRIFT:-}" ]; then accept; fi
    exit "$code"
}
