#!/usr/bin/env bash
# Prints the table in README.md: the crates that are linked into the program on Linux.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo fetch --locked --quiet
# shellcheck disable=SC2016
printf '%s\n' '| crate | lines | `unsafe` |' '|---|---:|---:|'
cargo tree --locked --edges normal,no-proc-macro --target x86_64-unknown-linux-gnu --prefix none --format '{p}' |
  sed 's/ (.*//' | sort -u | while read -r name version; do
    [ "$name" != sudokat ] || continue
    folder=$(echo "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/"$name-${version#v}"/src)
    # Comments do not count.
    code=$(find "$folder" -name '*.rs' -exec sed 's|//.*||' {} +)
    lines=$(grep -c '[^[:space:]]' <<< "$code")
    uses=$(grep -ow unsafe <<< "$code" | wc -l || true)
    printf '| %s | %d | %d |\n' "$name" "$lines" "$uses"
  done
