<?php

// Says whether a webhook is Sluice's: signed with your secret, as Standard Webhooks 1.0.0 says, in the last five minutes.

declare(strict_types=1);

/** `$secret` is `whsec_…`; `$body` is what arrived, byte for byte, before it is parsed. */
function is_genuine(string $secret, string $id, string $timestamp, string $signatures, string $body): bool
{
    if (!preg_match('/^\d+$/D', $timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // Several, separated by spaces, while a secret is replaced: one that matches is enough.
    foreach (explode(' ', $signatures) as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}
