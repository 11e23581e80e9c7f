<?php

// The form of the landing page is posted to this file, which sends it to Sluice and tells the visitor what became of it.
// The key is in the environment of the server and reaches no browser.

declare(strict_types=1);

const TRIES = 5;

function field(string $name): string
{
    $value = $_POST[$name] ?? '';
    return is_string($value) ? trim($value) : '';
}

/** The status, the answer and after how many seconds to retry, if it says so; the status is 0 if there was no answer. */
function post(string $url, array $headers, string $body): array
{
    $http = ['method' => 'POST', 'header' => $headers, 'content' => $body, 'timeout' => 20, 'ignore_errors' => true];
    $stream = @fopen($url, 'r', false, stream_context_create(['http' => $http]));
    if ($stream === false) {
        return [0, null, null];
    }
    $answer = json_decode((string) stream_get_contents($stream), true);
    $lines = stream_get_meta_data($stream)['wrapper_data'];
    $status = (int) explode(' ', $lines[0])[1];
    $after = preg_grep('/^retry-after: *\d+$/i', $lines);
    return [$status, $answer, $after ? (int) explode(':', end($after))[1] : null];
}

header('Content-Type: text/plain; charset=utf-8');
if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    http_response_code(405);
    header('Allow: POST');
    exit('Please send the form.');
}
// Without it, all forms would be one lead.
if (field('requestId') === '') {
    http_response_code(422);
    exit('The form lacks its requestId.');
}

$lead = [
    'campaignId' => 'SELRU',
    'firstName' => field('firstName'),
    'lastName' => field('lastName'),
    'email' => field('email'),
    'phone' => field('phone'),
    'attribution' => ['subId1' => field('site'), 'subId2' => field('click')],
];
$headers = [
    'X-API-Key: ' . getenv('SLUICE_KEY'),
    'Content-Type: application/json',
    // What comes from a visitor is no header as it is.
    'Idempotency-Key: ' . hash('sha256', field('requestId')),
    'Prefer: wait=5',
];
$body = json_encode($lead, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);

for ($try = 1; ; $try++) {
    [$status, $answer, $after] = post(getenv('SLUICE_URL') . '/api/v1/leads/submit', $headers, $body);
    $isDecided = !in_array($status, [0, 409, 429], true) && $status < 500;
    if ($isDecided || $try === TRIES) {
        break;
    }
    sleep($after ?? $try);
}

if ($status === 202) {
    $isKnown = ($answer['data']['outcome'] ?? '') === 'duplicate';
    echo $isKnown ? 'We have your request already.' : 'Thank you. We will be in touch.';
} elseif ($status === 400) {
    http_response_code(422);
    echo "Please correct:\n", implode("\n", $answer['error']['details'] ?? []);
} else {
    error_log("Sluice answered $status: " . ($answer['error']['code'] ?? 'nothing readable'));
    http_response_code(503);
    echo 'Please try again later.';
}
