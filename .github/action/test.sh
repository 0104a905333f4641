#!/usr/bin/env bash
# Runs PAGES with OPTIONS, and leaves reports, pictures and traces in the folder that the action uploads.
set -euo pipefail

results=$RUNNER_TEMP/swwebview
mkdir -p "$results"
mapfile -t pages < <(grep -v '^[[:space:]]*$' <<<"$PAGES" || true)
# A quote without its end fails the step.
xargs -r printf '%s\0' <<<"$OPTIONS" >"$RUNNER_TEMP/swwebview-options"
mapfile -d '' -t options <"$RUNNER_TEMP/swwebview-options"

status=0
swwebview test "${pages[@]}" --reporter github --reporter "html=$results/report.html" --reporter "junit=$results/report.xml" \
    --reporter "markdown=$results/summary.md" --screenshots "$results/failures" --trace retain-on-failure \
    --trace-folder "$results/traces" "${options[@]}" || status=$?
if [[ -f $results/summary.md ]]; then cat "$results/summary.md" >>"$GITHUB_STEP_SUMMARY"; fi
# The display or a library is missing: say which.
if ((status == 3)); then swwebview doctor || true; fi
exit "$status"
