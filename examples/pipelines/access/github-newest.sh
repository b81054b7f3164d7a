#!/usr/bin/env bash
# Stops a run of a commit that is no longer the newest of its branch, such as one that is run again: it would undo what was
# merged since.
set -euo pipefail

newest=$(gh api "repos/$GITHUB_REPOSITORY/commits/heads/$GITHUB_REF_NAME" --jq .sha)
if [ "$newest" != "$GITHUB_SHA" ]; then
    echo "error: This is a run of ${GITHUB_SHA:0:7}, but $GITHUB_REF_NAME is at ${newest:0:7} by now. Nothing was changed: the run of the newest commit does what is to be done." >&2
    exit 1
fi
