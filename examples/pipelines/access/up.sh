#!/usr/bin/env bash
# Makes the service as the repository says. Exits with Pulumi's code.
# If an earlier run was killed, it first takes over what that run made and could not keep.
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
    grep -Eq '^error: (could not import deployment: )?(the stack is currently locked by|\[409\] Conflict: Another update is currently in progress)' "$errors"
}

# Whether what is read holds a creation that never ended.
is_pending() {
    node -e '
        let pending = [];
        try {
            pending = JSON.parse(require("node:fs").readFileSync("/dev/stdin", "utf8")).deployment.pending_operations ?? [];
        } catch { /* What it says instead, the next command says as well. */ }
        process.exit(pending.some(({ type }) => type === "creating") ? 0 : 1);
    '
}

# What a deployment holds, without the time at which it was written.
kept() {
    node -e '
        const { deployment } = JSON.parse(require("node:fs").readFileSync("/dev/stdin", "utf8"));
        process.stdout.write(JSON.stringify({ ...deployment, manifest: undefined }));
    '
}

# Asks for the lock: a refresh of what no stack has takes it, changes nothing, and fails either way.
others_at_work() {
    ! pulumi refresh --stack "$STACK" --target "urn:pulumi:$STACK::none::none:none:None::none" --yes --skip-preview --non-interactive \
        --color never >/dev/null 2>"$errors" && is_locked
}

# Takes over what a killed run made. The secrets of the deployment stay encrypted.
recover() {
    local before after code=0 url token
    before=$(pulumi stack export --stack "$STACK" --non-interactive 2>/dev/null) || return 0
    is_pending <<<"$before" || return 0
    url=$(configured url)
    token=$(configured token)
    after=$(ACCESS_GOVERNANCE_URL=${url:-${ACCESS_GOVERNANCE_URL:-}} ACCESS_GOVERNANCE_TOKEN=${token:-${ACCESS_GOVERNANCE_TOKEN:-}} \
        npx --no-install access-governance recover <<<"$before") || code=$?
    # 7: some of it is left, because the service has it otherwise. `up` says what of that is still in its way.
    [ $code -eq 0 ] || [ $code -eq 7 ] || stop "An earlier run was killed, and what it made could not be looked up."
    [ "$after" != "$before" ] || return 0
    # A run that is still at work has pending creations too, and an import would overwrite its state.
    ! others_at_work || return 1
    [ "$(kept <<<"$before")" = "$(pulumi stack export --stack "$STACK" --non-interactive 2>/dev/null | kept)" ] || {
        recover
        return
    }
    pulumi stack import --stack "$STACK" --non-interactive <<<"$after" 2>"$errors" || return $?
}

told=0
pause=1
while true; do
    code=0
    recover || code=$?
    [ $code -ne 0 ] || pulumi up --stack "$STACK" --yes --skip-preview --non-interactive --color never 2>"$errors" || code=$?
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
