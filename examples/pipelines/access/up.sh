#!/usr/bin/env bash
# Deploys the program. Exits with Pulumi's code. ACCESS_REPORT shows what was done, who gained and who lost access, and, after a
# failure, what was not done.
# Previews first, and changes nothing if the preview fails or a rule stops it. The deployment is held to this preview (Pulumi's plans): a step
# that it does not contain fails. If something was deployed all the same that it did not show, exits with 29.
# With ACCESS_PLAN, the folder that preview.sh wrote, uses that preview, which somebody may have approved in the meantime.
# If an earlier run was killed, first adds to the state what that run created but did not record.
# Waits while another run holds the stack's lock, for at most ACCESS_LOCK_MINUTES (default: 10; 0: does not wait).
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/pipeline.sh"

rm -f "$REPORT" "$PAGE"
# A failure before `up` also writes a report.
WHAT=deployment MARK="access-governance up"
# The rules of this commit can stop the deployment.
GATED=yes
minutes=${ACCESS_LOCK_MINUTES:-10}
[[ $minutes =~ ^[0-9]+$ ]] || stop "ACCESS_LOCK_MINUTES is \"$minutes\": set it to a whole number of minutes, or to 0 to not wait."
[ -z "${ACCESS_PLAN:-}" ] || PREVIEW=$(absolute "$ACCESS_PLAN")
make_folder
keep_deciding
prepare
[ -z "${ACCESS_PLAN:-}" ] || { [ -f "$PREVIEW/plan" ] && [ -f "$PREVIEW/document" ]; } ||
    stop "No plan in $ACCESS_PLAN: set ACCESS_PLAN to the folder that preview.sh wrote, or remove it."
errors=$FOLDER/errors
# Who had access before, and the events of `up`.
access_before=$FOLDER/access_before
events=$FOLDER/events
: >"$errors" >"$access_before" >"$events"

# The code of a step that has to be repeated, because another run is in progress.
BUSY=75

# Whether Pulumi failed before it changed anything, because another run holds the lock (in a bucket or in Pulumi Cloud).
is_locked() {
    grep -Eq '^error: (could not import deployment: )?(the stack is currently locked by|\[409\] Conflict: Another update is currently in progress)' "$errors"
}

# Whether the deployment on stdin contains a create operation that did not finish.
is_pending() {
    node -e '
        let pending = [];
        try {
            pending = JSON.parse(require("node:fs").readFileSync("/dev/stdin", "utf8")).deployment.pending_operations ?? [];
        } catch { /* Not a deployment: the next command reports the error. */ }
        process.exit(pending.some(({ type }) => type === "creating") ? 0 : 1);
    '
}

# Prints the deployment on stdin without its manifest, which contains the time of writing.
without_manifest() {
    node -e '
        const { deployment } = JSON.parse(require("node:fs").readFileSync("/dev/stdin", "utf8"));
        process.stdout.write(JSON.stringify({ ...deployment, manifest: undefined }));
    '
}

# Whether another run holds the lock: refreshes a resource that does not exist, which takes the lock, changes nothing and always fails.
is_other_running() {
    ! pulumi refresh --stack "$STACK" --target "urn:pulumi:$STACK::none::none:none:None::none" --yes --skip-preview --non-interactive \
        --color never >/dev/null 2>"$errors" && is_locked
}

exported() {
    pulumi stack export --stack "$STACK" --non-interactive 2>/dev/null
}

# Adds to the state what a killed run created. The secrets in the deployment stay encrypted.
recover() {
    local before after code=0
    before=$(exported) || return 0
    is_pending <<<"$before" || return 0
    # A run in progress also has pending operations, and an import would overwrite its state. This check rewrites the state, so export again.
    ! is_other_running || return $BUSY
    before=$(exported) || return 0
    after=$(access_governance recover <<<"$before") || code=$?
    # 7: some objects differ on the service and were not added. `up` reports those that still cause a conflict.
    [ $code -eq 0 ] || [ $code -eq 7 ] || stop "An earlier run was killed, and the objects that it created could not be looked up."
    [ "$after" != "$before" ] || return 0
    [ "$(without_manifest <<<"$before")" = "$(exported | without_manifest 2>/dev/null)" ] || return $BUSY
    pulumi stack import --stack "$STACK" --non-interactive <<<"$after" 2>"$errors" || return $?
}

# Previews `up`, unless there is an approved preview. If only the data for the summary cannot be read, `up` continues.
preview_up() {
    local code=0 before
    if [ -z "${ACCESS_PLAN:-}" ]; then
        PLAN=(--save-plan "$PREVIEW/plan")
        before=$(exported | without_manifest 2>/dev/null) || before=
        preview --refresh --show-sames || code=$?
        if [ $code -ne 0 ]; then
            # A preview takes no lock, so it can fail because of a run in progress.
            [ "$before" = "$(exported | without_manifest 2>/dev/null)" ] && ! is_other_running || return $BUSY
            cp "$PREVIEW/errors" "$errors"
            is_locked || fail_preview $code
            return $code
        fi
    fi
    judge || refuse $?
    access_governance report "$PREVIEW/document" --keep "$access_before" >/dev/null 2>&1 || : >"$access_before"
}

# Ends the run after a failed preview. Nothing was changed.
fail_preview() {
    cat "$PREVIEW/said" >&2
    failure_report "$(cat "$PREVIEW/said")"
    exit "$1"
}

# Ends the run because of a rule or a test. Nothing was changed.
refuse() {
    echo "error: The deployment was stopped before anything was changed: see the report above." >&2
    sed -i.bak "1s/<!-- access-governance: /<!-- $MARK: /" "$REPORT" && rm -f "$REPORT.bak"
    exit "$1"
}

# Pulumi writes its events to a file only if this variable is set. The file contains unmasked values, including secrets, and is deleted at the end.
deploy() {
    : >"$events"
    PULUMI_DEBUG_COMMANDS=true pulumi up --stack "$STACK" --refresh --yes --skip-preview --non-interactive --color never \
        ${PACK[@]+"${PACK[@]}"} --plan "$PREVIEW/plan" --event-log "$events" 2>"$errors" && return
    local code=$?
    # If the CLI no longer has this flag, it has not changed anything yet.
    grep -q '^error: unknown flag: --event-log' "$errors" || return $code
    pulumi up --stack "$STACK" --refresh --yes --skip-preview --non-interactive --color never ${PACK[@]+"${PACK[@]}"} --plan "$PREVIEW/plan" 2>"$errors"
}

# Writes the report. Returns 29 if something was deployed that was not reviewed. If the report fails, the exit code is still that of `up`.
summary() {
    [ -s "$events" ] || return 0
    local code=0 given=("$PREVIEW/document")
    [ ! -s "$access_before" ] || given+=(--kept "$access_before")
    access_governance report --after-up "$events" --stack "$NAME" --comment "$REPORT" --page "$PAGE" \
        ${ACCESS_LINK:+--link "$ACCESS_LINK"} "${given[@]}" || code=$?
    [ $code -eq 0 ] || [ $code -eq 29 ] || echo "Could not summarize the deployment: see the error above." >&2
    ! grep -Eq 'allowed by the plan|violates plan|expected resource operations for' "$events" ||
        echo "error: What would have been deployed is not what the preview showed, so the deployment was stopped. Run the pipeline again for a new preview." >&2
    [ $code -ne 29 ] || return $code
}

next_notice=0
pause=1
while true; do
    code=0
    recover || code=$?
    if [ $code -eq 0 ]; then
        preview_up || code=$?
        [ $code -ne 0 ] || deploy || code=$?
    fi
    if [ $code -ne $BUSY ] && { [ $code -eq 0 ] || ! is_locked; }; then
        cat "$errors" >&2
        reported=0
        summary || reported=$?
        [ $code -ne 0 ] || code=$reported
        exit $code
    fi
    if [ $SECONDS -ge $((minutes * 60)) ]; then
        cat "$errors" >&2
        stop "Another run holds the lock of the stack $STACK, and nothing was changed. Run this again when that run has ended. If it was killed, make sure that it is no longer running, then call \`pulumi cancel --stack $STACK\`."
    fi
    if [ $SECONDS -ge $next_notice ]; then
        echo "Another run holds the lock of the stack $STACK. Waiting for it: $((SECONDS / 60)) of $minutes minutes."
        next_notice=$((SECONDS + 60))
    fi
    [ $pause -ge 15 ] || pause=$((pause * 2))
    sleep $pause
done
