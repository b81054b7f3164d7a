#!/usr/bin/env bash
# Installs the packages of the project in ACCESS_DIRECTORY: npm ci in the nearest folder with a package-lock.json. Scripts of packages
# do not run, because the job has a token.
set -euo pipefail

cd "${ACCESS_DIRECTORY:-.}"
folder=$PWD
until [ -f package-lock.json ]; do
    if [ -e .git ] || [ "$PWD" = / ]; then
        echo "error: No package-lock.json in $folder or a folder above it: commit the file that npm install writes." >&2
        exit 1
    fi
    cd ..
done
npm ci --ignore-scripts
