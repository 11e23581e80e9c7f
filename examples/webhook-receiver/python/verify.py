"""Says whether a webhook is Sluice's: signed with your secret, as Standard Webhooks 1.0.0 says, in the last five minutes."""

import base64
import hashlib
import hmac
import time


def is_genuine(secret, headers, body):
    """`secret` is `whsec_…`; `body` is the bytes that arrived, before they are parsed."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False

    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # Several, separated by spaces, while a secret is replaced: one that matches is enough.
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one.encode(), expected.encode()) for one in signatures)
