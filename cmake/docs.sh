#!/bin/sh
# Builds the site from the documents, without the network. A warning of mkdocs is an error.
# Usage: docs.sh [OUTPUT]. Needs the packages mkdocs and mkdocs-material.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
output=${1:-$root/build/site}
mkdir -p "$output"
python3 "$root/docs/site/stage.py" "$root" "$output"
mkdocs build --strict --quiet --config-file "$output/mkdocs.yml"
python3 "$root/docs/site/check_links.py" "$output/html"
echo "==> $output/html/index.html"
