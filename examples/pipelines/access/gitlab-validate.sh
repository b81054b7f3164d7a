#!/usr/bin/env bash
# Checks that .gitlab-ci.yml lists all stacks of the repository, and compiles each project.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")

stacks=$("$here/stacks.sh" --all)
listed=$(awk '$1 == "-" && $2 == "PULUMI_STACK:" { stack = $3 } $1 == "ACCESS_DIRECTORY:" { print $2 "\t" stack }' .gitlab-ci.yml |
    LC_ALL=C sort)
if [ "$listed" != "$(LC_ALL=C sort <<<"$stacks")" ]; then
    echo "error: .gitlab-ci.yml must list the stacks that the repository has (folder, stack), under \".stacks\":" >&2
    echo "$stacks" >&2
    exit 1
fi
cut -f 1 <<<"$stacks" | uniq | while read -r folder; do
    (ACCESS_DIRECTORY=$folder "$here/install.sh")
    [ ! -f "$folder/tsconfig.json" ] || (cd "$folder" && npx --no-install tsc --noEmit)
done
