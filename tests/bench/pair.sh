#!/usr/bin/env bash
# Compares the CPU time of two commands. Runs them alternately, A B A B, so that changes in the load of the machine affect both,
# and prints the median of each and their ratio. The output of the commands is discarded.
#
#   tests/bench/pair.sh RUNS 'target/release/sudokat -j1 puzzles.txt' 'tr . 0 < puzzles.txt'
set -euo pipefail
[ $# -eq 3 ] || { sed -n 's/^# \{0,1\}//p' "$0" | tail -n +2; exit 2; }
TIMEFORMAT='%U %S'
seconds() { { time bash -c "exec $1" >/dev/null 2>&1; } 2>&1 | awk '{ printf "%.3f\n", $1 + $2 }'; }
median() { sort -n "$1" | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'; }
figures=$(mktemp -d)
trap 'rm -r "$figures"' EXIT
for _ in $(seq "$1"); do
    seconds "$2" >>"$figures/a"
    seconds "$3" >>"$figures/b"
done
a=$(median "$figures/a") b=$(median "$figures/b")
echo "A $a s   B $b s   A/B $(awk -v a="$a" -v b="$b" 'BEGIN { printf "%.3f", a / b }')"
