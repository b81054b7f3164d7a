#!/usr/bin/env bash
# Checks for drift and, if the stack has a file access-baseline.<stack>.json, for what no stack of the repository declares. Exit codes: 0 if there is
# neither, 7 if there is either; any other code means that the check failed.
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

# Writes the states of the stacks of the repository, because each may declare a part of the organization, and sets STATES.
export_states() {
    local folder name organization=
    case $STACK in */*) organization=${STACK%%/*}/ ;; esac
    STATES=("$FOLDER/state")
    pulumi stack export --stack "$STACK" --non-interactive >"$FOLDER/state" || return
    while IFS=$'\t' read -r folder name; do
        [ "$folder/$name" != "${DIRECTORY#./}/$STACK_FILE" ] || continue
        STATES+=("$FOLDER/state-${#STATES[@]}")
        (cd "$ROOT/$folder" && pulumi stack export --stack "$organization$name" --non-interactive) >"${STATES[${#STATES[@]} - 1]}" </dev/null || return
    done < <(cd "$ROOT" && "$SCRIPTS/stacks.sh" --all)
}

# Looks for what is neither declared nor in the baseline of the stack, and writes it to the file UNDECLARED. Returns 31 if there is something, 22 if
# that is unknown, and 0 if there is nothing or no baseline.
undeclared() {
    local baseline code=0
    baseline=$DIRECTORY/access-baseline.$STACK_FILE.json
    baseline=$DECIDING/${baseline#./}
    [ -f "$baseline" ] || return 0
    if ! export_states 2>"$FOLDER/messages"; then
        cat "$FOLDER/messages" >&2
        echo "error: Could not read the states of all stacks, so it is unknown what nobody declares." >&2
        return 22
    fi
    with_rules coverage "${STATES[@]}" --baseline "$baseline" --fail-on-undeclared --comment "$UNDECLARED" || code=$?
    return $code
}

# Adds the file UNDECLARED to the report, below the line by which the report is found.
add_undeclared() {
    { head -n 1 "$REPORT" && cat "$UNDECLARED" && echo && tail -n +2 "$REPORT"; } >"$FOLDER/whole"
    cat "$FOLDER/whole" >"$REPORT"
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
    code=0 found=0
    preview --refresh --expect-no-changes || true
    judge || code=$?
    # Drift that the program already accepts only needs a deployment.
    if [ "$code" -eq 7 ] && ! is_pending; then code=0; fi
    case $code in
    0 | 7)
        UNDECLARED=$FOLDER/undeclared
        undeclared || found=$?
        ;;
    esac
    if [ -n "${ACCESS_DRIFT:-}" ]; then git branch --quiet -D "$("$SCRIPTS/drift-branch.sh" "$NAME")" 2>/dev/null || true; fi
    if [ "$code" -eq 7 ] && [ -n "${ACCESS_DRIFT:-}" ]; then accept; fi
    case $found in
    0) ;;
    31)
        code=7
        add_undeclared
        ;;
    *)
        # Drift that was found is reported in any case.
        [ "$code" -eq 7 ] || stop "The check for what nobody declares failed: see the error above." "$found"
        [ -s "$UNDECLARED" ] || echo "**It is unknown what nobody declares: see the log of the run.**" >"$UNDECLARED"
        add_undeclared
        ;;
    esac
    exit "$code"
}
