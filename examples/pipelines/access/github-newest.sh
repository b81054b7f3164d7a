#!/usr/bin/env bash
# Stops a run whose commit is no longer the newest of its branch, such as a rerun of an old one: it would revert everything
# merged since.
set -euo pipefail

newest=$(gh api "repos/$GITHUB_REPOSITORY/commits/heads/$GITHUB_REF_NAME" --jq .sha)
if [ "$newest" != "$GITHUB_SHA" ]; then
    echo "error: This is a run of ${GITHUB_SHA:0:7}, but $GITHUB_REF_NAME is at ${newest:0:7}. Nothing was changed. The run of the newest commit deploys the changes." >&2
    exit 1
fi
