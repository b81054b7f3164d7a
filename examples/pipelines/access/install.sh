#!/usr/bin/env bash
# Installs what is locked for the project in ACCESS_DIRECTORY. Scripts of packages do not run, because the job has a token.
# If Pulumi.yaml names the folder of the plugin under `packages`: npm ci there. In TypeScript, and without such a line: npm ci in the nearest folder
# with a package-lock.json. In Python, also requirements.lock, and then the SDKs that requirements.txt names, in the virtual environment of Pulumi.yaml.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/pipeline.sh"

# Prints the language of the program.
runtime() {
    local short
    short=$(sed -nE "s/^runtime: *[\"']?([a-z]+).*/\\1/p" Pulumi.yaml 2>/dev/null) || true
    echo "${short:-$(section_value runtime name:)}"
}

npm_packages() {
    local start=$PWD
    until [ -f package-lock.json ]; do
        { [ ! -e .git ] && [ "$PWD" != / ]; } ||
            stop "No package-lock.json in $start or a folder above it: commit the file that npm install writes."
        cd ..
    done
    npm ci --ignore-scripts
}

# Only wheels: anything else would run a script of its package. The SDKs are a part of the repository, and what builds them is locked, too.
python_packages() {
    local environment pip
    environment=$(section_value runtime virtualenv:)
    [ -n "$environment" ] || stop "No virtualenv in $PWD/Pulumi.yaml: set runtime.options.virtualenv to the folder of the virtual environment, such as venv."
    [ -f requirements.lock ] || stop "No requirements.lock in $PWD: write it as access/README.md describes under Python, and commit it."
    python3 -m venv "$environment"
    pip=("$environment/bin/python" -m pip install --quiet --disable-pip-version-check)
    "${pip[@]}" --require-hashes --only-binary :all: -r requirements.lock
    "${pip[@]}" --no-index --no-build-isolation -r requirements.txt ||
        stop "requirements.lock does not have everything that requirements.txt needs: write it again, as access/README.md describes under Python."
}

cd "$DIRECTORY" 2>/dev/null || stop "No folder $DIRECTORY: set ACCESS_DIRECTORY to the folder of the Pulumi project."
plugin=$(plugin_folder)
if [ -n "$plugin" ]; then
    [ -f "$plugin/package-lock.json" ] || stop "No package-lock.json in $PWD/$plugin: commit the file that pulumi install writes there."
    (cd "$plugin" && npm ci --ignore-scripts)
fi
if [ -z "$plugin" ] || [ "$(runtime)" = nodejs ]; then (npm_packages); fi
if [ "$(runtime)" = python ]; then python_packages; fi
