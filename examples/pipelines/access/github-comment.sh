#!/usr/bin/env bash
# Writes ACCESS_REPORT to a comment on the pull request PULL_REQUEST: one comment for each stack, updated on later runs. If
# PULL_REQUEST is not set, uses the merged pull request of the commit, if there is one.
set -euo pipefail
report=${ACCESS_REPORT:-access-report.md}
[ -f "$report" ] || { echo "No report to publish."; exit 0; }

if [ -z "${PULL_REQUEST:-}" ]; then
    PULL_REQUEST=$(gh api "repos/$GITHUB_REPOSITORY/commits/$GITHUB_SHA/pulls" --jq 'map(select(.merged_at != null)) | .[0].number // empty')
    [ -n "$PULL_REQUEST" ] || { echo "This commit has no merged pull request, so the report is only in the summary of the run."; exit 0; }
fi

# Only comments by bots, because anyone can write a comment with the same first line.
marker=$(head -n 1 "$report")
comment=$(gh api --paginate "repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments?per_page=100" \
    --jq '.[] | select(.user.type == "Bot") | [.id, (.body | split("\n")[0] | rtrimstr("\r"))] | @tsv' |
    awk -F '\t' -v marker="$marker" '$2 == marker && !id { id = $1 } END { print id }')
if [ -n "$comment" ]; then
    gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$comment" -F "body=@$report" --silent
else
    gh api --method POST "repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments" -F "body=@$report" --silent
fi
