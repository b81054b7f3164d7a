#!/usr/bin/env bash
# github-issue.sh CODE: maintains one open issue for each stack with drift. CODE is the exit code of drift.sh: 7 opens the issue
# or updates it from ACCESS_REPORT, 0 closes it. A pull request that reports the drift (ACCESS_PULL_REQUEST, its address) also closes it, unless the
# report has something that nobody declares, which the pull request cannot accept.
set -euo pipefail
report=${ACCESS_REPORT:-access-report.md}
repo=repos/$GITHUB_REPOSITORY

marker=$(head -n 1 "$report")
issue=$(gh api --paginate "$repo/issues?labels=access-drift&state=open&per_page=100" \
    --jq '.[] | select(.user.type == "Bot") | [.number, (.body // "" | split("\n")[0] | rtrimstr("\r"))] | @tsv' |
    awk -F '\t' -v marker="$marker" '$2 == marker && !number { number = $1 } END { print number }')
stack=${marker#*: }
stack=${stack% -->}

close() {
    [ -n "$issue" ] || exit 0
    gh api --method POST "$repo/issues/$issue/comments" -f "body=$1" --silent
    gh api --method PATCH "$repo/issues/$issue" -f state=closed --silent
    echo "Issue #$issue is closed."
}

case $1 in
7)
    if [ -n "${ACCESS_PULL_REQUEST:-}" ] && [ "$(sed -n 2p "$report")" != "<!-- access-governance undeclared -->" ]; then
        close "A pull request reports the drift: $ACCESS_PULL_REQUEST"
    elif [ -n "$issue" ]; then
        gh api --method PATCH "$repo/issues/$issue" -F "body=@$report" --silent
        echo "Issue #$issue now shows the current drift."
    else
        # Without its label, a later run would not find the issue.
        gh api "$repo/labels/access-drift" --silent 2>/dev/null ||
            gh api --method POST "$repo/labels" -f name=access-drift -f "description=Access differs from the repository" --silent
        issue=$(gh api --method POST "$repo/issues" -f "title=Access has drifted: $stack" -F "body=@$report" \
            -f "labels[]=access-drift" --jq .number)
        echo "Issue #$issue is open and shows the drift."
    fi
    ;;
0) close "The service matches the repository again. ${ACCESS_LINK:-}" ;;
*)
    echo "error: github-issue.sh expects 0 or 7, not \"$1\"." >&2
    exit 2
    ;;
esac
