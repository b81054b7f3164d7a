#!/usr/bin/env bash
# drift-branch.sh NAME: prints the branch for the edits that accept the drift of a stack. Different names get different branches.
set -euo pipefail
safe=${1//[^A-Za-z0-9._-]/-}
[ "$safe" = "$1" ] || safe=$safe-$(printf '%s' "$1" | cksum | cut -d ' ' -f 1)
echo "access/accept-drift/$safe"
