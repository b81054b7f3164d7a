#!/usr/bin/env bash
# Makes the service as the repository says. Exits with Pulumi's code. ACCESS_REPORT says what was done, who gained access and who
# lost it, and, if it failed, what was not done.
# It previews first, and changes nothing if that fails: a rule of a policy pack over the whole stack speaks only after everything was made.
# If an earlier run was killed, it first takes over what that run made and could not keep.
# While another run holds the stack's lock it waits, ACCESS_LOCK_MINUTES at most (10 unless set; 0: not at all).
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/pipeline.sh"

rm -f "$REPORT" "$PAGE"
# What ends before `up` leaves a report as well.
WHAT=deployment MARK="access-governance up"
minutes=${ACCESS_LOCK_MINUTES:-10}
[[ $minutes =~ ^[0-9]+$ ]] || stop "ACCESS_LOCK_MINUTES is \"$minutes\": set it to a whole number of minutes, or to 0 for not waiting."
prepare
# A run that was killed could not take its folder away.
find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'access-governance-up.*' -user "$(id -u)" -mmin +1440 -exec rm -rf {} + 2>/dev/null || true
folder=$(mktemp -d "${TMPDIR:-/tmp}/access-governance-up.XXXXXX")
trap 'rm -rf "$folder"' EXIT
errors=$folder/errors
# What `up` was to do, who had access before, and what it did.
document=$folder/document
had=$folder/had
events=$folder/events
: >"$errors" >"$document" >"$had" >"$events"

# The code with which a step asks to be repeated: another run is at work.
BUSY=75

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

exported() {
    pulumi stack export --stack "$STACK" --non-interactive 2>/dev/null
}

# Takes over what a killed run made. The secrets of the deployment stay encrypted.
recover() {
    local before after code=0
    before=$(exported) || return 0
    is_pending <<<"$before" || return 0
    # A run that is still at work has pending creations too, and an import would overwrite its state. The question writes the state anew.
    ! others_at_work || return $BUSY
    before=$(exported) || return 0
    after=$(access_governance recover <<<"$before") || code=$?
    # 7: some of it is left, because the service has it otherwise. `up` says what of that is still in its way.
    [ $code -eq 0 ] || [ $code -eq 7 ] || stop "An earlier run was killed, and what it made could not be looked up."
    [ "$after" != "$before" ] || return 0
    [ "$(kept <<<"$before")" = "$(exported | kept 2>/dev/null)" ] || return $BUSY
    pulumi stack import --stack "$STACK" --non-interactive <<<"$after" 2>"$errors" || return $?
}

# What `up` would do. Without what only a summary needs, `up` goes on.
look_ahead() {
    local code=0 before
    before=$(exported | kept 2>/dev/null) || before=
    pulumi preview --stack "$STACK" --refresh --json --non-interactive ${PACK[@]+"${PACK[@]}"} >"$document" 2>"$errors" || code=$?
    if [ $code -ne 0 ]; then
        # A preview takes no lock: what fails it may be what another run makes at this moment.
        cp "$errors" "$folder/said"
        [ "$before" = "$(exported | kept 2>/dev/null)" ] && ! others_at_work || return $BUSY
        mv "$folder/said" "$errors"
        return $code
    fi
    [ -s "$document" ] && access_governance report "$document" --keep "$had" >/dev/null 2>&1 || : >"$had"
}

# Nothing was changed: the preview failed.
refuse() {
    local said
    DOCUMENT=$document ERRORS=$errors
    said=$(what_went_wrong)
    echo "$said" >&2
    failure_report "$said"
    exit "$1"
}

# Only with that variable does Pulumi write its events to a file. They hold values as they are, secret ones too: the file goes at the end.
go_up() {
    : >"$events"
    PULUMI_DEBUG_COMMANDS=true pulumi up --stack "$STACK" --yes --skip-preview --non-interactive --color never \
        ${PACK[@]+"${PACK[@]}"} --event-log "$events" 2>"$errors" && return
    local code=$?
    # A CLI that no longer has the flag has done nothing yet.
    grep -q '^error: unknown flag: --event-log' "$errors" || return $code
    pulumi up --stack "$STACK" --yes --skip-preview --non-interactive --color never ${PACK[@]+"${PACK[@]}"} 2>"$errors"
}

# Whatever comes of it, the code stays that of `up`.
summary() {
    [ -s "$events" ] || return 0
    local given=()
    [ ! -s "$document" ] || given+=("$document")
    [ ! -s "$had" ] || given+=(--kept "$had")
    access_governance report --after-up "$events" --stack "$NAME" --comment "$REPORT" --page "$PAGE" \
        ${ACCESS_LINK:+--link "$ACCESS_LINK"} ${given[@]+"${given[@]}"} || echo "What was done could not be summed up: why stands above." >&2
}

told=0
pause=1
while true; do
    code=0
    recover || code=$?
    if [ $code -eq 0 ]; then
        look_ahead || code=$?
        [ $code -eq 0 ] || [ $code -eq $BUSY ] || is_locked || refuse $code
        [ $code -ne 0 ] || go_up || code=$?
    fi
    if [ $code -ne $BUSY ] && { [ $code -eq 0 ] || ! is_locked; }; then
        cat "$errors" >&2
        summary
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
