#!/usr/bin/env bash
# Is the service as the repository says? Exits with 0 if it is, with 7 if it is not; with any other code, the check failed.
# With ACCESS_DRIFT=accept, the program is edited so that it declares what differs: on a branch of its own, for push-branch.sh. ACCESS_REPORT is then
# that of the branch.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/pipeline.sh"

accept() {
    local accepted=$FOLDER/accepted before code=0
    before=$(git rev-parse HEAD)
    # Whoever commits to the branch after this is told apart by it.
    export GIT_AUTHOR_NAME="Access drift" GIT_AUTHOR_EMAIL=access-drift@noreply.invalid
    export GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL
    git switch --quiet --force-create "access/accept-drift/${NAME//\//-}"
    find_rules
    access_governance accept "$DOCUMENT" --stack "$STACK" --commit --no-impact --format markdown ${RULES:+--automatic "$RULES"} \
        >"$accepted" || code=$?
    case $code in
    0 | 16) ;;
    *) stop "The program could not be edited: what is wrong stands above." ;;
    esac
    if [ "$(git rev-parse HEAD)" = "$before" ]; then
        git switch --quiet --detach
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
code=0
preview --refresh --expect-no-changes || code=$?
if [ "$code" -eq 7 ] && [ -n "${ACCESS_DRIFT:-}" ]; then accept; fi
exit "$code"
