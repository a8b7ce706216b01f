# Functions of .ci/run and .ci/full, which source this file. Each run ends with "N passed, N failed", and with a code
# other than 0 when a check, the build or a test failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec </dev/null

reports=$(mktemp -d)
failed_steps=0
failed_names=()
suite_names=()

finish() {
  local name results=()
  for name in "${failed_names[@]}"; do echo "failed: $name"; done
  for name in "${suite_names[@]}"; do
    results+=("$reports/$name.json" "$reports/$name-again.json" "$(exit_code "$name")")
  done
  node tools/closing-line.mjs "$failed_steps" "${results[@]}"
  rm -rf "$reports"
}
trap finish EXIT

# Ends the script: with 1 when something failed.
conclude() {
  local name
  [ "$failed_steps" -eq 0 ] || exit 1
  for name in "${suite_names[@]}"; do [ "$(exit_code "$name")" -eq 0 ] || exit 1; done
  exit 0
}

# The exit code of a suite: 1 until it has passed.
exit_code() {
  cat "$reports/$1.code"
}

step() {
  printf '\n== %s\n' "$*"
  if ! "$@"; then
    failed_steps=$((failed_steps + 1))
    failed_names+=("$*")
  fi
  took "$*"
}

took() {
  printf '== %s: %d min %d s since the start\n' "$1" $((SECONDS / 60)) $((SECONDS % 60))
}

# Whether the run is younger than this many minutes.
within() {
  [ "$SECONDS" -lt $(($1 * 60)) ]
}

# Ends a command that hangs, so that the closing lines are always printed.
bounded() {
  local seconds=$((${limit_minutes:-85} * 60 - SECONDS))
  timeout --kill-after=30 "$seconds" "$@"
}

# Runs `npm run NAME` for each name, all at once. The output of all but the first is printed when they have ended.
suites() {
  local name others=()
  for name in "$@"; do
    suite_names+=("$name")
    echo 1 >"$reports/$name.code"
    touch "$reports/$name.json" "$reports/$name-again.json"
  done
  for name in "${@:2}"; do
    suite "$name" >"$reports/$name.log" 2>&1 &
    others+=($!)
  done
  suite "$1"
  if [ ${#others[@]} -gt 0 ]; then wait "${others[@]}" || true; fi
  for name in "${@:2}"; do cat "$reports/$name.log"; done
}

# Files that failed run once more, alone, and the closing lines name them as findings: shared machines stall. No single
# test is repeated, which would hide races.
suite() {
  local name=$1 options=(--reporter=default --reporter=json) failed=()
  printf '\n== npm run %s\n' "$name"
  if bounded npm run "$name" -- "${options[@]}" --outputFile.json="$reports/$name.json"; then
    echo 0 >"$reports/$name.code"
  elif within $((${limit_minutes:-85} - 15)); then
    mapfile -t failed < <(node tools/failed-files.mjs "$reports/$name.json")
    printf '\n== npm run %s, a second time: %s\n' "$name" "${failed[*]:-everything}"
    if bounded npm run "$name" -- "${options[@]}" --outputFile.json="$reports/$name-again.json" "${failed[@]}"; then
      echo 0 >"$reports/$name.code"
    fi
  fi
  took "npm run $name"
}

# `npm run check`, with lint beside the other checks.
check() {
  local lint passed=0
  npm run -s build:types || return 1
  npm run -s check:lint &
  lint=$!
  npm run -s check:others || passed=1
  wait "$lint" || passed=1
  return "$passed"
}

# Installs Debian packages unless a program that they contain exists: install PROGRAM PACKAGE...
install() {
  local program=$1
  shift
  if command -v "$program" >/dev/null || [ -x "/usr/sbin/$program" ]; then return; fi
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "$program is missing, and installing it needs root and apt-get. Tests that need it are skipped."
    return
  fi
  echo "Installing $* with apt-get ..."
  [ -n "${apt_updated:-}" ] || apt-get update -q
  apt_updated=1
  DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@" ||
    echo "$* could not be installed. Tests that need it are skipped."
}

# schemathesis is installed from PyPI into a virtual environment (tools/check-api.ts). What it sends depends on earlier
# responses and their speed, so a run with findings is repeated once.
check_api() {
  python3 -c 'import ensurepip, venv' 2>/dev/null || install no-python3-venv python3-venv
  export API_CHECK_SECONDS=70 API_CHECK_LINES=tell
  bounded npm run check:api || bounded npm run check:api
}
