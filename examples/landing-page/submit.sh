#!/bin/sh
# Sends one lead, the JSON on standard input, and prints the answer. It retries what was not decided under the same
# Idempotency-Key, so it is one lead. REQUEST_ID names the form that was filled in; without it the content does.
set -eu

lead=$(cat)
request_id=${REQUEST_ID:-$(printf '%s' "$lead" | sha256sum | cut -d ' ' -f 1)}
headers=$(mktemp)
trap 'rm -f "$headers"' EXIT

try=1
while :; do
  : >"$headers"
  result=0
  answer=$(printf '%s' "$lead" | curl -sS --fail-with-body --max-time 20 -D "$headers" \
    -X POST "$SLUICE_URL/api/v1/leads/submit" \
    -H "X-API-Key: $SLUICE_KEY" \
    -H 'Content-Type: application/json' \
    -H "Idempotency-Key: $request_id" \
    -H 'Prefer: wait=5' \
    --data-binary @-) || result=$?
  status=$(awk '/^HTTP/ { status = $2 } END { print status }' "$headers")
  case $status in
    409 | 429 | 5??) ;;
    # 22 is a status of 400 or more; every other error left the answer unread.
    *) if [ "$result" -eq 0 ] || [ "$result" -eq 22 ]; then break; fi ;;
  esac
  [ "$try" -lt 5 ] || break
  after=$(awk -F ': *' 'tolower($1) == "retry-after" { print $2 + 0 }' "$headers")
  sleep "${after:-$try}"
  try=$((try + 1))
done

printf '%s\n' "$answer"
exit "$result"
