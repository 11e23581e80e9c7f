#!/bin/sh
# Sends one lead, the JSON on standard input, and prints the answer. curl retries under the same Idempotency-Key, so it is
# one lead. REQUEST_ID names the form that was filled in; without it the content does.
set -eu

lead=$(cat)
request_id=${REQUEST_ID:-$(printf '%s' "$lead" | cksum | tr ' ' '-')}

printf '%s' "$lead" | curl -sS --fail-with-body --retry 4 --retry-connrefused \
  -X POST "$SLUICE_URL/api/v1/leads/submit" \
  -H "X-API-Key: $SLUICE_KEY" \
  -H 'Content-Type: application/json' \
  -H "Idempotency-Key: $request_id" \
  -H 'Prefer: wait=5' \
  --data-binary @-
