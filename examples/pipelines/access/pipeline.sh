# shellcheck shell=bash
# Shared code of preview.sh, gate.sh, drift.sh and up.sh, which source this file. README.md lists the variables that they read.

REPORT=${ACCESS_REPORT:-access-report.md}
case $REPORT in /*) ;; *) REPORT=$PWD/$REPORT ;; esac
# The report as an HTML page. Not written if the run fails before there is a report.
PAGE=${REPORT%.md}.html
DIRECTORY=${ACCESS_DIRECTORY:-.}
ROOT=$PWD
# Folder with the files that decide: rules and tests. They belong to the same commit as these scripts; preview.sh copies them before the program runs.
DECIDING=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# NAME: the stack that the report is about, once known. WHAT ("preview", "drift check", "deployment"): if set, a failure also writes a report.
# MARK: the beginning of the comment that the report updates.
NAME=
DOCUMENT=
WHAT=
MARK=access-governance
# If set, the rules of access-rules.json can stop the run. They apply to changes of the program, not to drift.
GATED=
# Options of Pulumi for a plan that the preview writes, and for ACCESS_POLICY_PACK.
PLAN=()
PACK=()
# Folder of the preview, see `preview`. IS_JUDGED_LATER: if set, a failure is written there instead of a report.
PREVIEW=
IS_JUDGED_LATER=
# Folder with the files of the change, if others decide.
CHANGED=
# The command of the package, see `find_command`.
COMMAND=(npx --no-install access-governance)

# stop MESSAGE [CODE]: prints an error, writes the failure report and ends the run, by default with 1.
stop() {
    echo "error: $1" >&2
    if [ -n "$IS_JUDGED_LATER" ]; then
        empty_preview
        echo "$1" >"$PREVIEW/said"
        echo "${2:-1}" >"$PREVIEW/code"
        exit "${2:-1}"
    fi
    [ -z "$WHAT" ] || [ -z "$NAME" ] || failure_report "$1"
    exit "${2:-1}"
}

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
    find_command
    command -v pulumi >/dev/null || stop "pulumi is not on PATH: install the Pulumi CLI."
    [ -n "${PULUMI_BACKEND_URL:-}${PULUMI_ACCESS_TOKEN:-}" ] || grep -q '^backend:' Pulumi.yaml ||
        stop "No state backend configured: set PULUMI_ACCESS_TOKEN for Pulumi Cloud, or PULUMI_BACKEND_URL for a bucket."
    remove_empty_attributes
    # The token can also be a secret in the configuration or come from an ESC environment.
    [ -n "${ACCESS_GOVERNANCE_TOKEN:-}${OPAL_AUTH_TOKEN:-}" ] || has_token Pulumi.yaml || has_token "Pulumi.$STACK_FILE.yaml" ||
        stop "No token for the service: set ACCESS_GOVERNANCE_TOKEN in the CI, or commit it with \`pulumi config set --secret access-governance:token\`."
    mask_token
    refuse_foreign_code
}

# With the token in the stack's configuration, Pulumi's verbose log (-v=9) contains it. A CI masks only what it knows.
mask_token() {
    [ -n "${GITHUB_ACTIONS:-}" ] && [ -z "${ACCESS_GOVERNANCE_TOKEN:-}" ] || return 0
    local token
    token=$(config_value token)
    [ -z "$token" ] || echo "::add-mask::$token"
}

# Pulumi runs code that is in the state, with the token of this run. Stops if some of it does not come from the package.
refuse_foreign_code() {
    local state code=0
    state=$(pulumi stack export --stack "$STACK" --non-interactive 2>/dev/null) || return 0
    find_rules
    with_rules doctor --no-service --state - ${RULES[@]+--rules "${RULES[0]}"} <<<"$state" >"$FOLDER/checked" 2>&1 || code=$?
    # 23: other problems, which a preview reports.
    case $code in
    0 | 23) return ;;
    esac
    cat "$FOLDER/checked" >&2
    [ $code -ne 28 ] ||
        stop "The state of $STACK contains code that does not come from pulumi-access-governance (above). Pulumi would run it with the token. Find out who wrote the state, restore it from before, and replace the token." 28
    stop "Could not check the state of $STACK for code that does not come from pulumi-access-governance: see the error above. The packages must be installed."
}

# What gate.sh needs of `prepare`: it does not run the program, and the folder of a new project is not in the base yet.
prepare_to_judge() {
    [ -n "${PULUMI_STACK:-}" ] || stop "PULUMI_STACK is not set: set it to the stack that was previewed."
    name_stack
    if is_of_base "$DIRECTORY"; then cd "$DIRECTORY"; else cd "${ACCESS_INSTALLED:-.}"; fi
    find_command
    mask_token
}

# Sets COMMAND: in the folder that `packages` names if Pulumi starts the plugin there, and otherwise in the nearest node_modules.
find_command() {
    local plugin
    plugin=$(plugin_folder)
    [ -n "$plugin" ] || return 0
    COMMAND=("$PWD/$plugin/node_modules/.bin/access-governance")
    [ -x "${COMMAND[0]}" ] || stop "pulumi-access-governance is not installed in $plugin, the folder of the plugin in $DIRECTORY/Pulumi.yaml: run access/install.sh, and make sure that $plugin/package.json depends on it."
}

# Prints the folder of the plugin that Pulumi.yaml names under `packages`, relative to this folder, or nothing.
plugin_folder() {
    local folder
    folder=$(section_value packages "[\"']?access-governance[\"']?:")
    # Without a point, Pulumi takes it for a name or an address.
    [[ $folder != .* ]] || echo "$folder"
}

# section_value SECTION KEY: prints a value below a section of Pulumi.yaml, or nothing.
section_value() {
    sed -nE "/^$1:/,/^[^ #]/s|^ +$2 *[\"']?([^\"'# ]+).*|\1|p" Pulumi.yaml 2>/dev/null || true
}

# Whether the base has a folder. The clone of the change may be below that of the base: its packages do not decide.
is_of_base() {
    [ -d "$1" ] && [ -n "$(git --literal-pathspecs ls-files -- "$1" | head -n 1)" ]
}

# Sets PACK from ACCESS_POLICY_PACK, a folder relative to the root of the repository.
find_pack() {
    local pack=${ACCESS_POLICY_PACK:-}
    [ -n "$pack" ] || return 0
    case $pack in /*) ;; *) pack=$ROOT/$pack ;; esac
    [ -f "$pack/PulumiPolicy.yaml" ] || stop "No PulumiPolicy.yaml in $ACCESS_POLICY_PACK: set ACCESS_POLICY_PACK to the folder of the policy pack, relative to the root of the repository."
    PACK=(--policy-pack "$pack")
}

# Finds the stack, and sets STACK (Pulumi's name of it), STACK_FILE (the name in its file name) and NAME (the name in reports).
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
    name_stack
}

name_stack() {
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

# preview FLAG…: writes what up would change to the folder PREVIEW, as `document` (JSON), `errors` (text) and `code`: the exit code of
# `pulumi preview FLAG…`, which it also returns.
preview() {
    local code=0
    empty_preview
    # A policy pack does not apply to drift.
    [ -n "$GATED" ] || PACK=()
    pulumi preview --stack "$STACK" --json --non-interactive "$@" ${PLAN[@]+"${PLAN[@]}"} ${PACK[@]+"${PACK[@]}"} \
        >"$PREVIEW/document" 2>"$PREVIEW/errors" || code=$?
    # 7 is Pulumi's code for "there are changes, and none were expected".
    [ $code -eq 0 ] || [[ $code -eq 7 && $* == *--expect-no-changes* ]] || error_text >"$PREVIEW/said"
    echo $code >"$PREVIEW/code"
    return $code
}

# Creates the folder PREVIEW, without what an earlier preview left in it.
empty_preview() {
    mkdir -p "$PREVIEW"
    rm -f "$PREVIEW/document" "$PREVIEW/errors" "$PREVIEW/code" "$PREVIEW/said" "$PREVIEW/plan"
}

# Reports on the preview in the folder PREVIEW. Returns its code, or that of the rule or test that stops the change.
judge() {
    local code said tested=0
    DOCUMENT=$PREVIEW/document
    rm -f "$REPORT" "$PAGE"
    # A program that wrote a link instead could publish a file of this job.
    [ -z "$(find "$PREVIEW" -type l 2>/dev/null)" ] || stop "The preview contains a link."
    code=$(cat "$PREVIEW/code" 2>/dev/null) || code=
    [[ $code =~ ^[0-9]{1,3}$ ]] && [ "$code" -le 255 ] || stop "There is no preview: the job that writes it failed."
    if [ ! -f "$PREVIEW/said" ]; then
        report || code=$?
        [ -z "$GATED" ] || access_tests || tested=$?
        # The code of a rule takes precedence over that of a test.
        [ $tested -eq 0 ] || [ $code -gt 7 ] || code=$tested
    else
        said=$(cat "$PREVIEW/said")
        echo "$said" >&2
        failure_report "$said"
        [ "$code" -ne 0 ] || code=1
    fi
    return "$code"
}

# Creates the folder of a run, which is deleted at the end, and deletes those of killed runs.
make_folder() {
    find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'access-governance-run.*' -user "$(id -u)" -mmin +1440 -exec rm -rf {} + 2>/dev/null || true
    FOLDER=$(mktemp -d "${TMPDIR:-/tmp}/access-governance-run.XXXXXX")
    trap 'rm -rf "$FOLDER"' EXIT
    PREVIEW=${PREVIEW:-$FOLDER/preview}
}

# Copies the files that decide, because the program could change them while it is previewed. With ACCESS_BASE, those of that commit decide.
keep_deciding() {
    local own=$FOLDER/own
    mkdir "$own"
    DECIDING=$ROOT CHANGED=$ROOT
    # A name may contain a line break, or begin with a dash.
    { deciding_files && rules_files | tr '\n' '\0'; } | while IFS= read -r -d '' file; do
        [ -f "$file" ] || continue
        mkdir -p "$own/$(dirname -- "$file")" && cp -- "$file" "$own/$file" || exit
    done || stop "Could not copy the files that decide: see the error above."
    DECIDING=$own CHANGED=
    [ -n "${ACCESS_BASE:-}" ] || return 0
    DECIDING=$FOLDER/base CHANGED=$own
    mkdir "$DECIDING"
    # Not an archive, from which the attribute export-ignore would exclude files.
    GIT_INDEX_FILE=$FOLDER/index GIT_WORK_TREE=$DECIDING git read-tree --reset -u "$ACCESS_BASE" 2>/dev/null ||
        stop "No commit $ACCESS_BASE in this clone: set ACCESS_BASE to the commit or branch that the change is based on, and fetch it."
}

absolute() {
    case $1 in /*) echo "$1" ;; *) echo "$PWD/$1" ;; esac
}

# The vendor's own service, the only address that every token may be sent to.
VENDOR=https://api.opal.dev/v1

# Runs the command of the package with the address and the token of the stack. Both come from the same source, as in a run: from the stack's configuration
# if it has a token, otherwise from the environment. Only the vendor's address combines with either.
access_governance() {
    local url token http=
    url=$(config_value url)
    token=$(config_value token)
    if [ -n "$token" ]; then
        http=$(config_value allowHttp)
        url=${url:-$VENDOR}
    elif [ "${url%/}" != "$VENDOR" ]; then
        url=${ACCESS_GOVERNANCE_URL:-}
    fi
    ACCESS_GOVERNANCE_URL=$url ACCESS_GOVERNANCE_TOKEN=${token:-${ACCESS_GOVERNANCE_TOKEN:-}} \
        ACCESS_GOVERNANCE_ALLOW_HTTP=${http:-${ACCESS_GOVERNANCE_ALLOW_HTTP:-}} \
        "${COMMAND[@]}" "$@"
}

# Runs the command of the package, and prints its errors without the path of the folder that a rules file is in.
with_rules() {
    local code=0 said
    access_governance "$@" 2>"$FOLDER/messages" || code=$?
    said=$(cat "$FOLDER/messages")
    said=${said//"$DECIDING/"/}
    [ -z "$CHANGED" ] || said=${said//"$CHANGED/"/}
    [ -z "$said" ] || printf '%s\n' "$said" >&2
    return $code
}

# Writes the report to the log, as Markdown and as HTML. Returns the code of the rule that stops the change, or 0.
report() {
    local code=0 options=() file has_rules=
    if [ -n "$GATED" ]; then
        find_rules
        for file in ${RULES[@]+"${RULES[@]}"}; do
            # `git log --find-object` finds the commits with this content.
            echo "Rules: ${file#"$DECIDING/"} ($(git hash-object -- "$file"))"
            # A file of only tests, or of what a drift check may accept, has no rules to apply. Anything else without rules is an error.
            if has_section "$file" 'rules|assumptions|allow' || ! has_section "$file" 'accept|tests'; then has_rules=yes; fi
        done
        # All files, because only the first may have some sections.
        [ -z "$has_rules" ] || for file in "${RULES[@]}"; do options+=(--rules "$file"); done
        [ -z "$CHANGED" ] || find_changes
    fi
    with_rules report "$DOCUMENT" --stack "$NAME" --comment "$REPORT" --page "$PAGE" ${ACCESS_LINK:+--link "$ACCESS_LINK"} \
        ${options[@]+"${options[@]}"} || code=$?
    case $code in
    0 | 17 | 18 | 19 | 20 | 26 | 30) return $code ;;
    2) stop "Could not create the report: see the error above." ;;
    *) stop "Could not create the report. Check that pulumi-access-governance is a dependency of $DIRECTORY and that the packages are installed." ;;
    esac
}

# Adds to the options of the report how the files of the change, in the folder CHANGED, differ from those that decide.
find_changes() {
    local file is_proposed= has_file=
    while IFS= read -r file; do
        ! is_different "$file" || is_proposed=yes
    done < <(rules_files)
    if [ -n "$is_proposed" ]; then
        while IFS= read -r file; do
            [ -z "$(own_file "$CHANGED" "$file")" ] || { options+=(--proposed-rules "$CHANGED/$file") && has_file=yes; }
        done < <(rules_files)
        # Without any file, no rules are left after the merge.
        [ -n "$has_file" ] || { echo '{}' >"$FOLDER/none.json" && options+=(--proposed-rules "$FOLDER/none.json"); }
    fi
    while IFS= read -r -d '' file; do
        ! is_different "$file" || options+=(--changed-file "$file")
    done < <(deciding_files)
}

# Files of the base or of the change that decide, besides the rules of this stack: tests, baselines, scripts, pipelines, their owners, what is
# installed, the plugin, settings of the stack, and rules of other folders, because the program could be moved there. Each name ends with a zero byte.
deciding_files() {
    local folder plugin
    for folder in "$DECIDING" "$CHANGED"; do
        (
            cd "$folder" || exit
            for file in CODEOWNERS docs/CODEOWNERS .gitlab-ci.yml .gitattributes "$DIRECTORY"/Pulumi.{yaml,yml,json} \
                "$DIRECTORY"/Pulumi.*.{yaml,yml,json} "$DIRECTORY"/access-baseline.*.json \
                "$DIRECTORY"/requirements.{txt,lock} "$DIRECTORY"/go.{mod,sum}; do
                [ ! -e "$file" ] || printf '%s\0' "${file#./}"
            done
            above "$DIRECTORY" | while IFS= read -r place; do
                for file in package.json package-lock.json npm-shrinkwrap.json .npmrc; do
                    [ ! -e "$place$file" ] || printf '%s\0' "$place$file"
                done
            done
            plugin=$(cd "$DIRECTORY" 2>/dev/null && plugin=$(plugin_folder) && [ -n "$plugin" ] && cd "$plugin" 2>/dev/null && pwd -P) || true
            [[ $plugin != "$(pwd -P)"/* ]] ||
                find "${plugin#"$(pwd -P)"/}" -name node_modules -prune -o \( -type f -o -type l \) -print0
            # The change and its preview may be below the base.
            find . \( -name node_modules -o -name .git -o -path "./${CHANGED#"$PWD"/}" -o -path "./${PREVIEW#"$PWD"/}" \) -prune -o \( -name access-rules.json -o -name access.test.yaml \) -print0 |
                while IFS= read -r -d '' file; do
                    rules_files | grep -Fx -- "${file#./}" >/dev/null || printf '%s\0' "${file#./}"
                done
            find access .github .gitlab ${ACCESS_POLICY_PACK:+"$ACCESS_POLICY_PACK"} -name node_modules -prune -o \( -type f -o -type l \) -print0 2>/dev/null || true
            # Packages that are committed: npm replaces only the folder beside the package-lock.json.
            git -c core.fsmonitor=false ls-files -z -- ':(glob)**/node_modules/**' 2>/dev/null || true
        )
    done | LC_ALL=C sort -zu
}

# Prints a folder and those above it, up to the root of the repository, each with a slash at the end, and the root as an empty line.
above() {
    local place=${1#./}
    [ "$place" != . ] || place=
    while [ -n "$place" ]; do
        echo "$place/"
        case $place in */*) place=${place%/*} ;; *) place= ;; esac
    done
    echo
}

# Whether a file of the change is not the one of the base.
is_different() {
    ! cmp -s "$DECIDING/$1" "$CHANGED/$1" && { [ -e "$DECIDING/$1" ] || [ -e "$CHANGED/$1" ] || [ -L "$CHANGED/$1" ]; } && ! is_program "$1"
}

# Whether a file is Pulumi.yaml, and the change concerns only the program in it: a program in YAML is there, beside the settings of the project.
is_program() {
    [[ /$1 == */Pulumi.yaml ]] && without_program "$DECIDING/$1" >/dev/null && without_program "$CHANGED/$1" >/dev/null &&
        cmp -s <(without_program "$DECIDING/$1") <(without_program "$CHANGED/$1")
}

# Prints a Pulumi.yaml without the resources, variables and outputs. Fails unless each key of the document begins a line: it has to have one at the
# beginning of its first line, and only the line breaks that awk knows.
without_program() {
    [ -f "$1" ] && ! LC_ALL=C grep -q $'\r\|\xc2\x85\|\xe2\x80[\xa8\xa9]' "$1" || return
    LC_ALL=C awk '
        !begun && /^[^ #]/ { begun = 1; if ($0 !~ /^[a-z]+:/) exit 1 }
        !begun && /^ / { exit 1 }
        /^[^ #]/ { skipped = /^(resources|variables|outputs):[ ]*(#.*)?$/ }
        !skipped { print }
    ' "$1"
}

# Prints the path of a file in a folder. Prints nothing if there is none, or if it is a link out of the folder.
own_file() {
    local real root
    root=$(realpath "$1") && real=$(realpath "$1/$2" 2>/dev/null) || return 0
    [[ $real != "$root"/* ]] || [ ! -f "$real" ] || echo "$real"
}

# has_section FILE NAMES: whether a rules file has one of these sections. It may be JSON or YAML.
has_section() {
    grep -Eq "(^|[\"{,[:space:]])($2)[\"[:space:]]*:" "$1"
}

# Runs the tests of access.test.yaml, in the root of the repository and next to the program, and those of the rules files, on the organization
# as it would be after the change, and adds the results to the report. Returns 25 if a test fails, 22 if the API does not return enough data
# to decide, and otherwise 0.
access_tests() {
    local code=0 file tests=()
    for file in ${RULES[@]+"${RULES[@]}"}; do
        ! has_section "$file" tests || tests+=("$file")
    done
    for file in access.test.yaml "$DIRECTORY/access.test.yaml"; do
        file=$DECIDING/${file#./}
        [ ! -f "$file" ] || [[ " ${tests[*]-} " == *" $file "* ]] || tests+=("$file")
    done
    [ ${#tests[@]} -gt 0 ] || return 0
    echo >>"$REPORT"
    with_rules test "${tests[@]}" --preview "$DOCUMENT" --format markdown >"$FOLDER/tests" || code=$?
    cat "$FOLDER/tests" >>"$REPORT"
    cat "$FOLDER/tests"
    case $code in
    0 | 22 | 25) return $code ;;
    *) stop "Could not run the access tests: see the error above." ;;
    esac
}

# Sets RULES to the files with rules: that in ACCESS_RULES, or access-rules.json in the root of the repository, and access-rules.json next to
# the program, which only adds rules.
find_rules() {
    local file
    RULES=()
    if [ -n "${ACCESS_RULES:-}" ] && [ ! -f "$DECIDING/$ACCESS_RULES" ]; then
        stop "No file $ACCESS_RULES: set ACCESS_RULES to the rules file, relative to the root of the repository."
    fi
    while IFS= read -r file; do
        [ ! -f "$DECIDING/$file" ] || RULES+=("$DECIDING/$file")
    done < <(rules_files)
}

# Names of the rules files, relative to the root of the repository, whether they exist or not.
rules_files() {
    local file=${ACCESS_RULES:-access-rules.json} own=$DIRECTORY/access-rules.json
    echo "$file"
    [ "${own#./}" = "$file" ] || echo "${own#./}"
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
    ' "$PREVIEW/document" "$PREVIEW/errors"
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
