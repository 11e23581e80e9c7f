<?php

// Receives webhooks: 401 for what is not Sluice's, 204 for the rest, and each event is handled once.

declare(strict_types=1);

require __DIR__ . '/verify.php';

$secret = getenv('WEBHOOK_SECRET') ?: 'whsec_c2x1aWNlLWRlbW8tc2lnbmluZy1zZWNyZXQtMDAwMQ==';
$header = fn (string $name): string => $_SERVER['HTTP_' . $name] ?? '';
$body = (string) file_get_contents('php://input');

if (!is_genuine($secret, $header('WEBHOOK_ID'), $header('WEBHOOK_TIMESTAMP'), $header('WEBHOOK_SIGNATURE'), $body)) {
    http_response_code(401);
    exit();
}

$event = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
// A repeat has the id of the first. A file that is created once knows it; your database does it with a unique key.
$handled = sys_get_temp_dir() . '/sluice-webhook-' . hash('sha256', $event['id']);
if (@fopen($handled, 'x') !== false) {
    file_put_contents('php://stdout', "{$event['type']} {$event['leadId']}\n");
}
http_response_code(204);
