#!/usr/bin/env bash
# Lists the stacks of the repository: each Pulumi.<stack>.yaml next to a Pulumi.yaml, sorted by path.
# Each line contains the folder and the stack, separated by a tab. --json prints the list for a GitHub matrix instead.
# ACCESS_DIRECTORIES limits the search to some folders, separated by spaces (default: ".").
set -euo pipefail

list() {
    local file folder
    # shellcheck disable=SC2086 # several folders
    find ${ACCESS_DIRECTORIES:-.} \( -name node_modules -o -name '.?*' \) -prune -o -name 'Pulumi.?*.yaml' -print |
        LC_ALL=C sort | while read -r file; do
        folder=$(dirname "$file")
        [ -f "$folder/Pulumi.yaml" ] || continue
        file=${file##*/Pulumi.}
        folder=${folder#./}
        printf '%s\t%s\n' "${folder%/}" "${file%.yaml}"
    done
}

stacks=$(list)
if [ -z "$stacks" ]; then
    echo "error: No stack in ${ACCESS_DIRECTORIES:-this repository}: commit the Pulumi.<stack>.yaml of a stack next to its Pulumi.yaml." >&2
    exit 1
fi
if [ "${1:-}" = --json ]; then
    node -e '
        const stacks = process.argv[1].split("\n").map((line) => line.split("\t"));
        const named = ([directory, stack]) => ({ name: directory === "." ? stack : directory + "/" + stack, directory, stack });
        console.log(JSON.stringify(stacks.map(named)));
    ' "$stacks"
else
    echo "$stacks"
fi
