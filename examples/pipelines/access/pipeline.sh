# shellcheck shell=bash
# What preview.sh, drift.sh and up.sh share; it is sourced, never run. README.md has the variables it reads.

REPORT=${ACCESS_REPORT:-access-report.md}
case $REPORT in /*) ;; *) REPORT=$PWD/$REPORT ;; esac
# The same as one page for a browser. A run that failed before there was a report leaves none.
PAGE=${REPORT%.md}.html
DIRECTORY=${ACCESS_DIRECTORY:-.}
ROOT=$PWD
# What the report is about, once known; with WHAT ("preview", "drift check", "deployment") a failure leaves a report as well. The comment that
# it updates begins with MARK.
NAME=
DOCUMENT=
WHAT=
MARK=access-governance
# Whether the rules of access-rules.json may stop it: they judge a change, not what somebody did outside.
GATED=

# Ends the run with a sentence.
stop() {
    echo "error: $1" >&2
    [ -z "$WHAT" ] || [ -z "$NAME" ] || failure_report "$1"
    exit 1
}

# What Pulumi is told of ACCESS_POLICY_PACK.
PACK=()

# Goes to the folder of the project, and stops unless all is there that a run needs. Calls nobody.
prepare() {
    # A CI sets what it does not know to nothing. For Pulumi an empty passphrase is a passphrase.
    local name
    for name in PULUMI_STACK PULUMI_ACCESS_TOKEN PULUMI_BACKEND_URL PULUMI_CONFIG_PASSPHRASE PULUMI_ORGANIZATION \
        ACCESS_GOVERNANCE_URL ACCESS_GOVERNANCE_TOKEN; do
        [ -n "${!name:-}" ] || unset "$name"
    done
    export PULUMI_PARALLEL_DIFF=true PULUMI_SKIP_UPDATE_CHECK=true

    find_pack
    cd "$DIRECTORY" 2>/dev/null || stop "There is no folder $DIRECTORY: set ACCESS_DIRECTORY to that of the Pulumi project."
    [ -f Pulumi.yaml ] || stop "There is no Pulumi.yaml in $DIRECTORY: set ACCESS_DIRECTORY to the folder of the Pulumi project."
    find_stack
    command -v pulumi >/dev/null || stop "pulumi is not on PATH: install the Pulumi CLI."
    [ -n "${PULUMI_BACKEND_URL:-}${PULUMI_ACCESS_TOKEN:-}" ] || grep -q '^backend:' Pulumi.yaml ||
        stop "It is not known where the state is kept: set PULUMI_ACCESS_TOKEN for Pulumi Cloud, or PULUMI_BACKEND_URL for a bucket."
    remove_empty_attributes
    # A secret in the configuration may be the token, and so may something in an ESC environment.
    [ -n "${ACCESS_GOVERNANCE_TOKEN:-}${OPAL_AUTH_TOKEN:-}" ] || has_token Pulumi.yaml || has_token "Pulumi.$NICK.yaml" ||
        stop "There is no token for the service: set ACCESS_GOVERNANCE_TOKEN in the CI, or commit it with \`pulumi config set --secret access-governance:token\`."
}

# A pack is a folder, as seen from the root of the repository.
find_pack() {
    local pack=${ACCESS_POLICY_PACK:-}
    [ -n "$pack" ] || return 0
    case $pack in /*) ;; *) pack=$ROOT/$pack ;; esac
    [ -f "$pack/PulumiPolicy.yaml" ] || stop "There is no PulumiPolicy.yaml in $ACCESS_POLICY_PACK: set ACCESS_POLICY_PACK to the folder of the policy pack, as seen from the root of the repository."
    PACK=(--policy-pack "$pack")
}

# STACK as Pulumi takes it, NICK as its file is called, NAME as people read it.
find_stack() {
    if [ -z "${PULUMI_STACK:-}" ]; then
        local files
        shopt -s nullglob
        files=(Pulumi.*.yaml)
        shopt -u nullglob
        [ ${#files[@]} -gt 0 ] || stop "There is no stack in $DIRECTORY: commit its Pulumi.<stack>.yaml, or set PULUMI_STACK."
        [ ${#files[@]} -eq 1 ] || stop "There are several stacks in $DIRECTORY, set PULUMI_STACK to one of them: ${files[*]}."
        PULUMI_STACK=${files[0]#Pulumi.}
        PULUMI_STACK=${PULUMI_STACK%.yaml}
    fi
    NICK=${PULUMI_STACK##*/}
    STACK=$PULUMI_STACK
    # With the token of an organization, a bare name could be looked for in somebody's own account.
    case $STACK in */*) ;; *) STACK=${PULUMI_ORGANIZATION:+$PULUMI_ORGANIZATION/}$STACK ;; esac
    NAME=$NICK
    [ "$DIRECTORY" = . ] || NAME=$DIRECTORY/$NICK
}

# Beside a state in a folder, a killed run may leave a file of attributes empty. Pulumi can do without the file, but not
# with an empty one: each command, `cancel` included, ends in "failed to load checkpoint: EOF".
remove_empty_attributes() {
    local state=${PULUMI_BACKEND_URL:-$(sed -nE "s|^ +url: *[\"']?(file://[^\"'#]*[^\"'# ]).*|\\1|p" Pulumi.yaml)}
    [[ $state == file://* ]] || return 0
    state=${state#file://}
    state=${state%%\?*}
    state=${state/#\~/$HOME}/.pulumi
    [ ! -d "$state" ] || find "$state" -name '*.attrs' -empty -delete || stop "The empty .attrs files in $state could not be removed. Pulumi cannot read the state beside them: remove them by hand."
}

# Of the stack's configuration or environment (ESC), or nothing.
configured() {
    cat Pulumi.yaml "Pulumi.$NICK.yaml" 2>/dev/null | grep -Eq "access-governance:$1|^environment:" || return 0
    pulumi config get "access-governance:$1" --stack "$STACK" 2>/dev/null || true
}

has_token() {
    [ -f "$1" ] && grep -Eq 'access-governance:token|secure:|^environment:' "$1"
}

# preview FLAG…: says what up would change, and returns the code of `pulumi preview FLAG…`, or that of the rule that stops it. DOCUMENT has all of it.
preview() {
    rm -f "$REPORT" "$PAGE"
    [ -n "${STACK:-}" ] || prepare
    [ -n "${FOLDER:-}" ] || FOLDER=$(mktemp -d)
    [ -n "${DOCUMENT:-}" ] || trap 'rm -rf "$FOLDER"' EXIT
    DOCUMENT=$FOLDER/document ERRORS=$FOLDER/errors
    local code=0 tested=0
    # Drift is what somebody did outside, which a pack does not judge.
    [ -n "$GATED" ] || PACK=()
    pulumi preview --stack "$STACK" --json --non-interactive "$@" ${PACK[@]+"${PACK[@]}"} >"$DOCUMENT" 2>"$ERRORS" || code=$?
    # 7 is Pulumi's code for "there are changes, and none were expected".
    if [ $code -eq 0 ] || [[ $code -eq 7 && $* == *--expect-no-changes* ]]; then
        report || code=$?
        [ -z "$GATED" ] || access_tests || tested=$?
        # A rule that stops the change says more than a test.
        [ $tested -eq 0 ] || [ $code -gt 7 ] || code=$tested
    else
        local said
        said=$(what_went_wrong)
        echo "$said" >&2
        failure_report "$said"
    fi
    return $code
}

# The command of the package, with the address and the token of the stack.
access_governance() {
    local url token http
    url=$(configured url)
    token=$(configured token)
    http=$(configured allowHttp)
    ACCESS_GOVERNANCE_URL=${url:-${ACCESS_GOVERNANCE_URL:-}} ACCESS_GOVERNANCE_TOKEN=${token:-${ACCESS_GOVERNANCE_TOKEN:-}} \
        ACCESS_GOVERNANCE_ALLOW_HTTP=${http:-${ACCESS_GOVERNANCE_ALLOW_HTTP:-}} \
        npx --no-install access-governance "$@"
}

# As text in the log, as Markdown and as a page in files. Answers with the code of the rule that stops the change, or with 0.
report() {
    local code=0 rules=()
    [ -z "$GATED" ] || find_rules
    [ -z "${RULES:-}" ] || rules=(--rules "$RULES")
    access_governance report "$DOCUMENT" --stack "$NAME" --comment "$REPORT" --page "$PAGE" ${ACCESS_LINK:+--link "$ACCESS_LINK"} \
        ${rules[@]+"${rules[@]}"} || code=$?
    case $code in
    0 | 17 | 18 | 19 | 20) return $code ;;
    2) stop "The report could not be made: what is wrong stands above." ;;
    *) stop "The report could not be made: is pulumi-access-governance among the packages of $DIRECTORY, and are they installed?" ;;
    esac
}

# Runs the tests of access.test.yaml, beside the program or in the root of the repository, on the organization as the change would leave it, and adds
# them to the report. Returns 25 if one fails, 22 if the API does not return enough to tell, and otherwise 0.
access_tests() {
    local code=0 file tests=
    for file in access.test.yaml "$ROOT/access.test.yaml"; do
        [ -n "$tests" ] || [ ! -f "$file" ] || tests=$file
    done
    [ -n "$tests" ] || return 0
    echo >>"$REPORT"
    access_governance test "$tests" ${RULES:+"$RULES"} --preview "$DOCUMENT" --format markdown >"$FOLDER/tests" || code=$?
    cat "$FOLDER/tests" >>"$REPORT"
    cat "$FOLDER/tests"
    case $code in
    0 | 22 | 25) return $code ;;
    *) stop "The access tests could not be run: what is wrong stands above." ;;
    esac
}

# RULES: the file that ACCESS_RULES names, or access-rules.json beside the program or in the root of the repository, or nothing.
find_rules() {
    local file
    RULES=
    if [ -n "${ACCESS_RULES:-}" ]; then
        RULES=$ACCESS_RULES
        case $RULES in /*) ;; *) RULES=$ROOT/$RULES ;; esac
        [ -f "$RULES" ] || stop "There is no file $ACCESS_RULES: set ACCESS_RULES to the rules, as seen from the root of the repository."
        return
    fi
    for file in access-rules.json "$ROOT/access-rules.json"; do
        [ -n "$RULES" ] || [ ! -f "$file" ] || RULES=$file
    done
}

# Pulumi tells some errors in the document and others on stderr. Broken rules of a policy pack are in neither: only a preview in words has them.
what_went_wrong() {
    local said
    said=$(errors_told)
    echo "$said"
    [ "$said" != "error: preview failed" ] ||
        pulumi preview --stack "$STACK" --non-interactive --color never ${PACK[@]+"${PACK[@]}"} 2>/dev/null | sed -n '/^Policies:/,/^[A-OQ-Z]/{/^[A-OQ-Z]/!p;}' || true
}

errors_told() {
    node -e '
        const { readFileSync } = require("node:fs");
        const [document, stderr] = process.argv.slice(1).map((file) => readFileSync(file, "utf8"));
        let diagnostics = [];
        try { diagnostics = JSON.parse(document).diagnostics ?? []; } catch { /* It ended before there was a document. */ }
        const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message.trim());
        const colours = /\u001b\[[0-9;]*m/g;
        console.log([...errors, stderr.trim()].filter(Boolean).join("\n").replace(colours, ""));
    ' "$DOCUMENT" "$ERRORS"
}

# Takes the place of the report, so that nobody takes an older one for this one.
failure_report() {
    {
        echo "<!-- $MARK: $NAME -->"
        echo "### Access in \`$NAME\`: the $WHAT failed"
        echo
        echo "Nothing was changed. What would change is not known until this is put right:"
        echo
        echo '~~~~text'
        echo "${1:0:20000}"
        echo '~~~~'
        [ -z "${ACCESS_LINK:-}" ] || printf '\n[This run](%s)\n' "$ACCESS_LINK"
    } >"$REPORT"
}
