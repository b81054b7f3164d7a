# shellcheck shell=bash
# Shared code of preview.sh, drift.sh and up.sh, which source this file. README.md lists the variables that it reads.

REPORT=${ACCESS_REPORT:-access-report.md}
case $REPORT in /*) ;; *) REPORT=$PWD/$REPORT ;; esac
# The report as an HTML page. Not written if the run fails before there is a report.
PAGE=${REPORT%.md}.html
DIRECTORY=${ACCESS_DIRECTORY:-.}
ROOT=$PWD
# NAME: the stack that the report is about, once known. WHAT ("preview", "drift check", "deployment"): if set, a failure also writes a report.
# MARK: the beginning of the comment that the report updates.
NAME=
DOCUMENT=
WHAT=
MARK=access-governance
# If set, the rules of access-rules.json can stop the run. They apply to changes of the program, not to drift.
GATED=

# Prints an error, writes the failure report and ends the run.
stop() {
    echo "error: $1" >&2
    [ -z "$WHAT" ] || [ -z "$NAME" ] || failure_report "$1"
    exit 1
}

# Pulumi's options for ACCESS_POLICY_PACK.
PACK=()

# Changes to the project folder, and stops if something that a run needs is missing. Makes no network calls.
prepare() {
    # A CI sets undefined variables to the empty string, which Pulumi would use as a passphrase.
    local name
    for name in PULUMI_STACK PULUMI_ACCESS_TOKEN PULUMI_BACKEND_URL PULUMI_CONFIG_PASSPHRASE PULUMI_ORGANIZATION \
        ACCESS_GOVERNANCE_URL ACCESS_GOVERNANCE_TOKEN; do
        [ -n "${!name:-}" ] || unset "$name"
    done
    export PULUMI_PARALLEL_DIFF=true PULUMI_SKIP_UPDATE_CHECK=true

    find_pack
    cd "$DIRECTORY" 2>/dev/null || stop "No folder $DIRECTORY: set ACCESS_DIRECTORY to the folder of the Pulumi project."
    [ -f Pulumi.yaml ] || stop "No Pulumi.yaml in $DIRECTORY: set ACCESS_DIRECTORY to the folder of the Pulumi project."
    find_stack
    command -v pulumi >/dev/null || stop "pulumi is not on PATH: install the Pulumi CLI."
    [ -n "${PULUMI_BACKEND_URL:-}${PULUMI_ACCESS_TOKEN:-}" ] || grep -q '^backend:' Pulumi.yaml ||
        stop "No state backend configured: set PULUMI_ACCESS_TOKEN for Pulumi Cloud, or PULUMI_BACKEND_URL for a bucket."
    remove_empty_attributes
    # The token can also be a secret in the configuration or come from an ESC environment.
    [ -n "${ACCESS_GOVERNANCE_TOKEN:-}${OPAL_AUTH_TOKEN:-}" ] || has_token Pulumi.yaml || has_token "Pulumi.$STACK_FILE.yaml" ||
        stop "No token for the service: set ACCESS_GOVERNANCE_TOKEN in the CI, or commit it with \`pulumi config set --secret access-governance:token\`."
}

# Sets PACK from ACCESS_POLICY_PACK, a folder relative to the root of the repository.
find_pack() {
    local pack=${ACCESS_POLICY_PACK:-}
    [ -n "$pack" ] || return 0
    case $pack in /*) ;; *) pack=$ROOT/$pack ;; esac
    [ -f "$pack/PulumiPolicy.yaml" ] || stop "No PulumiPolicy.yaml in $ACCESS_POLICY_PACK: set ACCESS_POLICY_PACK to the folder of the policy pack, relative to the root of the repository."
    PACK=(--policy-pack "$pack")
}

# Sets STACK (Pulumi's stack name), STACK_FILE (the name in its file name) and NAME (the name in reports).
find_stack() {
    if [ -z "${PULUMI_STACK:-}" ]; then
        local files
        shopt -s nullglob
        files=(Pulumi.*.yaml)
        shopt -u nullglob
        [ ${#files[@]} -gt 0 ] || stop "No stack in $DIRECTORY: commit its Pulumi.<stack>.yaml, or set PULUMI_STACK."
        [ ${#files[@]} -eq 1 ] || stop "$DIRECTORY has several stacks, set PULUMI_STACK to one of them: ${files[*]}."
        PULUMI_STACK=${files[0]#Pulumi.}
        PULUMI_STACK=${PULUMI_STACK%.yaml}
    fi
    STACK_FILE=${PULUMI_STACK##*/}
    STACK=$PULUMI_STACK
    # With an organization's token, Pulumi might look for a bare name in a personal account.
    case $STACK in */*) ;; *) STACK=${PULUMI_ORGANIZATION:+$PULUMI_ORGANIZATION/}$STACK ;; esac
    NAME=$STACK_FILE
    [ "$DIRECTORY" = . ] || NAME=$DIRECTORY/$STACK_FILE
}

# If the state is in a local folder, a killed run may leave an empty attributes file. Pulumi does not need the file, but with an
# empty one each command, including `cancel`, fails with "failed to load checkpoint: EOF".
remove_empty_attributes() {
    local state=${PULUMI_BACKEND_URL:-$(sed -nE "s|^ +url: *[\"']?(file://[^\"'#]*[^\"'# ]).*|\\1|p" Pulumi.yaml)}
    [[ $state == file://* ]] || return 0
    state=${state#file://}
    state=${state%%\?*}
    state=${state/#\~/$HOME}/.pulumi
    [ ! -d "$state" ] || find "$state" -name '*.attrs' -empty -delete || stop "Could not remove the empty .attrs files in $state, which prevent Pulumi from reading the state. Remove them by hand."
}

# Prints a value from the stack's configuration or ESC environment, or nothing.
config_value() {
    cat Pulumi.yaml "Pulumi.$STACK_FILE.yaml" 2>/dev/null | grep -Eq "access-governance:$1|^environment:" || return 0
    pulumi config get "access-governance:$1" --stack "$STACK" 2>/dev/null || true
}

has_token() {
    [ -f "$1" ] && grep -Eq 'access-governance:token|secure:|^environment:' "$1"
}

# preview FLAG…: reports what up would change. Returns the code of `pulumi preview FLAG…`, or that of the rule that stops it. DOCUMENT is the preview as JSON.
preview() {
    rm -f "$REPORT" "$PAGE"
    [ -n "${STACK:-}" ] || prepare
    [ -n "${FOLDER:-}" ] || FOLDER=$(mktemp -d)
    [ -n "${DOCUMENT:-}" ] || trap 'rm -rf "$FOLDER"' EXIT
    DOCUMENT=$FOLDER/document ERRORS=$FOLDER/errors
    local code=0 tested=0
    # A policy pack does not apply to drift.
    [ -n "$GATED" ] || PACK=()
    pulumi preview --stack "$STACK" --json --non-interactive "$@" ${PACK[@]+"${PACK[@]}"} >"$DOCUMENT" 2>"$ERRORS" || code=$?
    # 7 is Pulumi's code for "there are changes, and none were expected".
    if [ $code -eq 0 ] || [[ $code -eq 7 && $* == *--expect-no-changes* ]]; then
        report || code=$?
        [ -z "$GATED" ] || access_tests || tested=$?
        # The code of a rule takes precedence over that of a test.
        [ $tested -eq 0 ] || [ $code -gt 7 ] || code=$tested
    else
        local said
        said=$(error_text)
        echo "$said" >&2
        failure_report "$said"
    fi
    return $code
}

# Runs the command of the package with the address and the token of the stack.
access_governance() {
    local url token http
    url=$(config_value url)
    token=$(config_value token)
    http=$(config_value allowHttp)
    ACCESS_GOVERNANCE_URL=${url:-${ACCESS_GOVERNANCE_URL:-}} ACCESS_GOVERNANCE_TOKEN=${token:-${ACCESS_GOVERNANCE_TOKEN:-}} \
        ACCESS_GOVERNANCE_ALLOW_HTTP=${http:-${ACCESS_GOVERNANCE_ALLOW_HTTP:-}} \
        npx --no-install access-governance "$@"
}

# Writes the report to the log, as Markdown and as HTML. Returns the code of the rule that stops the change, or 0.
report() {
    local code=0 rules=()
    [ -z "$GATED" ] || find_rules
    # A file of only tests, or of what a drift check may accept, has no rules to apply. Anything else without rules is an error.
    if [ -n "${RULES:-}" ] && { has_section 'rules|assumptions' || ! has_section 'accept|tests'; }; then rules=(--rules "$RULES"); fi
    access_governance report "$DOCUMENT" --stack "$NAME" --comment "$REPORT" --page "$PAGE" ${ACCESS_LINK:+--link "$ACCESS_LINK"} \
        ${rules[@]+"${rules[@]}"} || code=$?
    case $code in
    0 | 17 | 18 | 19 | 20) return $code ;;
    2) stop "Could not create the report: see the error above." ;;
    *) stop "Could not create the report. Check that pulumi-access-governance is a dependency of $DIRECTORY and that the packages are installed." ;;
    esac
}

# Whether the rules file has one of these sections. It may be JSON or YAML.
has_section() {
    grep -Eq "(^|[\"{,[:space:]])($1)[\"[:space:]]*:" "$RULES"
}

# Runs the tests of access.test.yaml, next to the program or in the root of the repository, and those of the rules file, on the organization as it would be
# after the change, and adds the results to the report. Returns 25 if a test fails, 22 if the API does not return enough data to decide, and otherwise 0.
access_tests() {
    local code=0 file tests=()
    for file in access.test.yaml "$ROOT/access.test.yaml"; do
        [ ${#tests[@]} -gt 0 ] || [ ! -f "$file" ] || tests=("$file")
    done
    if [ -n "${RULES:-}" ] && { [ ${#tests[@]} -gt 0 ] || has_section tests; }; then tests+=("$RULES"); fi
    [ ${#tests[@]} -gt 0 ] || return 0
    echo >>"$REPORT"
    access_governance test "${tests[@]}" --preview "$DOCUMENT" --format markdown >"$FOLDER/tests" || code=$?
    cat "$FOLDER/tests" >>"$REPORT"
    cat "$FOLDER/tests"
    case $code in
    0 | 22 | 25) return $code ;;
    *) stop "Could not run the access tests: see the error above." ;;
    esac
}

# Sets RULES to the file in ACCESS_RULES, or to access-rules.json next to the program or in the root of the repository, if there is one.
find_rules() {
    local file
    RULES=
    if [ -n "${ACCESS_RULES:-}" ]; then
        RULES=$ACCESS_RULES
        case $RULES in /*) ;; *) RULES=$ROOT/$RULES ;; esac
        [ -f "$RULES" ] || stop "No file $ACCESS_RULES: set ACCESS_RULES to the rules file, relative to the root of the repository."
        return
    fi
    for file in access-rules.json "$ROOT/access-rules.json"; do
        [ -n "$RULES" ] || [ ! -f "$file" ] || RULES=$file
    done
}

# Prints the errors of a preview. Pulumi writes some to the document and others to stderr. Violated policies are only in the text output of a preview.
error_text() {
    local said
    said=$(error_messages)
    echo "$said"
    [ "$said" != "error: preview failed" ] ||
        pulumi preview --stack "$STACK" --non-interactive --color never ${PACK[@]+"${PACK[@]}"} 2>/dev/null | sed -n '/^Policies:/,/^[A-OQ-Z]/{/^[A-OQ-Z]/!p;}' || true
}

error_messages() {
    node -e '
        const { readFileSync } = require("node:fs");
        const [document, stderr] = process.argv.slice(1).map((file) => readFileSync(file, "utf8"));
        let diagnostics = [];
        try { diagnostics = JSON.parse(document).diagnostics ?? []; } catch { /* Pulumi failed before it wrote the document. */ }
        const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message.trim());
        const colours = /\u001b\[[0-9;]*m/g;
        console.log([...errors, stderr.trim()].filter(Boolean).join("\n").replace(colours, ""));
    ' "$DOCUMENT" "$ERRORS"
}

# Replaces the report, so that an older one is not mistaken for that of this run.
failure_report() {
    local said=${1:0:20000} fence
    # Markdown also ends a line at a carriage return. GitLab looks for quick actions, such as /approve, at the start of a line even in a fence of tildes.
    said=$(printf '%s\n' "${said//$'\r'/$'\n'}" | sed 's|^[[:space:]]*/|: &|')
    # Longer than every run of tildes in the text.
    fence="~~~~$(printf '%s' "$said" | tr -cd '~')"
    {
        echo "<!-- $MARK: $NAME -->"
        echo "### Access in \`$NAME\`: the $WHAT failed"
        echo
        echo "Nothing was changed. The changes are unknown until this is fixed:"
        echo
        echo "${fence}text"
        printf '%s\n' "$said"
        echo "$fence"
        [ -z "${ACCESS_LINK:-}" ] || printf '\n[This run](%s)\n' "$ACCESS_LINK"
    } >"$REPORT"
}
