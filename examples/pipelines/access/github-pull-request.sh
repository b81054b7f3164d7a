#!/usr/bin/env bash
# github-pull-request.sh CODE: maintains one open pull request for each stack with drift, with the edits of drift.sh (ACCESS_DRIFT=accept).
# CODE is the exit code of drift.sh: 7 opens the pull request or updates it from ACCESS_REPORT, 0 closes it. Writes its address to GITHUB_OUTPUT as `url`.
set -euo pipefail
[ -n "${GH_TOKEN:-}" ] || {
    echo "error: ACCESS_DRIFT=accept needs the secret ACCESS_DRIFT_TOKEN: a token with write access to contents and pull requests. GitHub runs no checks on pull requests opened with the workflow's own token." >&2
    exit 1
}
report=${ACCESS_REPORT:-access-report.md}
repo=repos/$GITHUB_REPOSITORY
marker=$(head -n 1 "$report")
stack=${marker#*: }
stack=${stack% -->}
folder=$(dirname "${BASH_SOURCE[0]}")
branch=$("$folder/drift-branch.sh" "$stack")
pull=$(gh api "$repo/pulls?state=open&head=${GITHUB_REPOSITORY%%/*}:$branch" --jq '.[0].number // empty')

close() {
    [ -n "$pull" ] || exit 0
    gh api --method POST "$repo/issues/$pull/comments" -f "body=$1 ${ACCESS_LINK:-}" --silent
    gh api --method PATCH "$repo/pulls/$pull" -f state=closed --silent
    echo "Pull request #$pull is closed."
}

case $1 in
7)
    if ! git rev-parse --verify --quiet "refs/heads/$branch" >/dev/null; then
        close "None of the remaining drift can be accepted."
        exit 0
    fi
    pushed=0
    KEEP_OTHERS=${pull:+yes} PUSH_TOKEN=$GH_TOKEN "$folder/push-branch.sh" "$(git remote get-url origin)" x-access-token "$branch" || pushed=$?
    if [ "$pushed" -eq 3 ]; then
        # The branch does not contain the edits that the report describes.
        echo "The description of pull request #$pull is unchanged."
    elif [ "$pushed" -ne 0 ]; then
        exit "$pushed"
    elif [ -n "$pull" ]; then
        gh api --method PATCH "$repo/pulls/$pull" -F "body=@$report" --silent
        echo "Pull request #$pull now accepts the current drift."
    else
        pull=$(gh api --method POST "$repo/pulls" -f "title=Accept drift of access: $stack" -f "head=$branch" -f "base=$GITHUB_REF_NAME" \
            -F "body=@$report" --jq .number)
        echo "Pull request #$pull accepts the drift."
    fi
    echo "url=$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/pull/$pull" >>"$GITHUB_OUTPUT"
    ;;
0) close "The service matches the repository again." ;;
*)
    echo "error: github-pull-request.sh expects 0 or 7, not \"$1\"." >&2
    exit 2
    ;;
esac
