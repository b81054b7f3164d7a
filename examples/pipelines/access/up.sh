#!/usr/bin/env bash
# Makes the service as the repository says. Exits with Pulumi's code.
# While another run holds the stack's lock it waits, ACCESS_LOCK_MINUTES at most (10 unless set; 0: not at all).
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/pipeline.sh"

minutes=${ACCESS_LOCK_MINUTES:-10}
[[ $minutes =~ ^[0-9]+$ ]] || stop "ACCESS_LOCK_MINUTES is \"$minutes\": set it to a whole number of minutes, or to 0 for not waiting."
prepare
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT

# Pulumi's words for a lock that was taken before anything was done: in a bucket, and in Pulumi Cloud.
is_locked() {
    grep -Eq '^error: (the stack is currently locked by|\[409\] Conflict: Another update is currently in progress)' "$errors"
}

told=0
pause=1
while true; do
    code=0
    pulumi up --stack "$STACK" --yes --skip-preview --non-interactive --color never 2>"$errors" || code=$?
    if [ $code -eq 0 ] || ! is_locked; then
        cat "$errors" >&2
        exit $code
    fi
    if [ $SECONDS -ge $((minutes * 60)) ]; then
        cat "$errors" >&2
        stop "Another run holds the lock of the stack $STACK, and nothing was changed. Run this again when it has ended. If it was killed, make sure that it is gone and call \`pulumi cancel --stack $STACK\`."
    fi
    if [ $SECONDS -ge $told ]; then
        echo "Another run holds the lock of the stack $STACK. Waiting for it: $((SECONDS / 60)) of $minutes minutes."
        told=$((SECONDS + 60))
    fi
    [ $pause -ge 15 ] || pause=$((pause * 2))
    sleep $pause
done
