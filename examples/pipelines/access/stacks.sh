#!/usr/bin/env bash
# Lists the stacks of the repository: each Pulumi.<stack>.yaml beside a Pulumi.yaml, sorted by path.
# A line has the folder and the stack, with a tab between them; --json makes it the list that a matrix of GitHub takes.
# ACCESS_DIRECTORIES (folders, with spaces between them) leaves out what is elsewhere; "." when not set.
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
    echo "error: There is no stack in ${ACCESS_DIRECTORIES:-this repository}: commit the Pulumi.<stack>.yaml of a stack beside its Pulumi.yaml." >&2
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
