#!/usr/bin/env bash
# push-branch.sh ADDRESS USER BRANCH: pushes the branch that drift.sh created, as USER with PUSH_TOKEN. With KEEP_OTHERS=yes, does not push if the
# remote branch has a commit by someone else, and exits with 3.
set -euo pipefail
branch=$3

# Every process on the machine could read a token in the arguments.
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=http.extraheader GIT_TERMINAL_PROMPT=0
GIT_CONFIG_VALUE_0="Authorization: Basic $(printf '%s:%s' "$2" "$PUSH_TOKEN" | base64 | tr -d '\n')"
export GIT_CONFIG_VALUE_0

there=$(git ls-remote --heads "$1" "refs/heads/$branch" | cut -f 1)
if [ -n "$there" ]; then
    git fetch --quiet --no-tags "$1" "refs/heads/$branch"
    if [ "${KEEP_OTHERS:-}" = yes ] && [ "$(git log -1 --format=%ce "$there")" != "$(git log -1 --format=%ce "$branch")" ]; then
        echo "$branch has a commit by someone else, so it was not pushed."
        exit 3
    fi
    if git diff --quiet "$there" "$branch"; then exit 0; fi
fi
# Refused if someone else has pushed in the meantime.
git push --quiet --force-with-lease="$branch:$there" "$1" "$branch:refs/heads/$branch"
