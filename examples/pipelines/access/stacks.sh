#!/usr/bin/env bash
# Prints the stacks in access/stacks.txt, and fails unless these are all stacks of the repository, so that none is deployed without a preview.
# Each line contains the folder and the stack, separated by a tab. --json prints the list for a GitHub matrix instead. --find prints the
# stacks that the repository has, for access/stacks.txt: each Pulumi.<stack>.yaml next to a Pulumi.yaml.
# ACCESS_DIRECTORIES limits the search to some folders, separated by spaces (default: ".").
set -euo pipefail

list() {
    local file folder
    # shellcheck disable=SC2086 # several folders
    find ${ACCESS_DIRECTORIES:-.} \( -name node_modules -o -name '.?*' \) -prune -o -name 'Pulumi.?*.yaml' -print |
        LC_ALL=C sort | while IFS= read -r file; do
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
names() {
    sed -E 's|^\.	||; s|	|/|'
}

if [ "${1:-}" = --find ]; then
    names <<<"$stacks"
    exit
fi
if [ "${1:-}" != --all ]; then
    listed=$(grep -Ev '^[[:space:]]*(#|$)' access/stacks.txt 2>/dev/null | tr -d '\r' | LC_ALL=C sort) || true
    if [ "$listed" != "$(names <<<"$stacks" | LC_ALL=C sort)" ]; then
        echo "error: access/stacks.txt must list all stacks of the repository, one per line. Compare it with \`access/stacks.sh --find\`:" >&2
        names <<<"$stacks" >&2
        exit 1
    fi
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
