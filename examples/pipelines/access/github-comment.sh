#!/usr/bin/env bash
# Puts ACCESS_REPORT into a comment of the pull request PULL_REQUEST: one for each stack, which is updated. If PULL_REQUEST is
# not set, it is the one that brought the commit, if one did.
set -euo pipefail
report=${ACCESS_REPORT:-access-report.md}
[ -f "$report" ] || { echo "There is no report to show."; exit 0; }

if [ -z "${PULL_REQUEST:-}" ]; then
    PULL_REQUEST=$(gh api "repos/$GITHUB_REPOSITORY/commits/$GITHUB_SHA/pulls" --jq 'map(select(.merged_at != null)) | .[0].number // empty')
    [ -n "$PULL_REQUEST" ] || { echo "No pull request brought this commit: the report is in the summary of the run alone."; exit 0; }
fi

# Only what a bot wrote: anybody can write the first line of a report.
marker=$(head -n 1 "$report")
comment=$(gh api --paginate "repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments?per_page=100" \
    --jq '.[] | select(.user.type == "Bot") | [.id, (.body | split("\n")[0] | rtrimstr("\r"))] | @tsv' |
    awk -F '\t' -v marker="$marker" '$2 == marker && !id { id = $1 } END { print id }')
if [ -n "$comment" ]; then
    gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$comment" -F "body=@$report" --silent
else
    gh api --method POST "repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments" -F "body=@$report" --silent
fi
