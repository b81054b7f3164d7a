#!/usr/bin/env bash
# Is the service as the repository says? Exits with 0 if it is, with 7 if it is not; with any other code, the check failed.
# With ACCESS_DRIFT=accept, the program is edited so that it declares what differs: on a branch of its own, for push-branch.sh. ACCESS_REPORT is then
# that of the branch. The clone is left on the commit that it was on.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/pipeline.sh"
SCRIPTS=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# Whether the preview has a step beside reading and leaving as it is.
is_pending() {
    node -e '
        const { steps = [] } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
        process.exit(steps.some(({ op }) => !["refresh", "same", "read"].includes(op)) ? 0 : 1);
    ' "$DOCUMENT"
}

accept() {
    local accepted=$FOLDER/accepted before start branch code=0
    before=$(git rev-parse HEAD)
    start=$(git symbolic-ref --quiet --short HEAD) || start=$before
    branch=$("$SCRIPTS/drift-branch.sh" "$NAME")
    # Whoever commits to the branch after this is told apart by it.
    export GIT_AUTHOR_NAME="Access drift" GIT_AUTHOR_EMAIL=access-drift@noreply.invalid
    export GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL
    git switch --quiet --force-create "$branch"
    # Whatever happens, the next run starts from here again.
    trap 'rm -rf "$FOLDER"; git switch --quiet --detach '"$before"'; [ '"$start"' = '"$before"' ] || git switch --quiet '"$start" EXIT
    find_rules
    access_governance accept "$DOCUMENT" --stack "$STACK" --commit --no-impact --format markdown ${RULES:+--automatic "$RULES"} \
        >"$accepted" || code=$?
    case $code in
    0 | 16) ;;
    *) stop "The program could not be edited: what is wrong stands above." ;;
    esac
    if [ "$(git rev-parse HEAD)" = "$before" ]; then
        git switch --quiet --detach "$before"
        git branch --quiet -D "$branch"
        { echo && cat "$accepted"; } >>"$REPORT"
        echo "Nothing of this can be accepted."
        return
    fi
    # What the pull request is judged by.
    GATED=yes code=0
    preview --refresh --show-sames || code=$?
    case $code in
    0 | 17 | 18 | 19 | 20) ;;
    *) exit "$code" ;;
    esac
    { echo && cat "$accepted"; } >>"$REPORT"
}

WHAT="drift check"
case ${ACCESS_DRIFT:-} in
"" | accept) ;;
*) stop "ACCESS_DRIFT is \"$ACCESS_DRIFT\": set it to accept, or leave it out." ;;
esac
case $(git symbolic-ref --quiet --short HEAD || true) in
access/accept-drift/*) stop "This clone is on the branch of an earlier drift check: check out the default branch." ;;
esac
code=0
preview --refresh --expect-no-changes || code=$?
# Drift that the program accepts already waits for a deployment.
if [ "$code" -eq 7 ] && ! is_pending; then code=0; fi
if [ -n "${ACCESS_DRIFT:-}" ]; then git branch --quiet -D "$("$SCRIPTS/drift-branch.sh" "$NAME")" 2>/dev/null || true; fi
if [ "$code" -eq 7 ] && [ -n "${ACCESS_DRIFT:-}" ]; then accept; fi
exit "$code"
