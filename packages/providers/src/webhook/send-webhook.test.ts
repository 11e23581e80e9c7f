import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { OutboundClient, OutboundRequest } from '../http/index.js';
import { sendWebhook } from './send-webhook.js';

const sent: OutboundRequest[] = [];
const client: OutboundClient = {
  send: async (request) => {
    sent.push(request);
    return { kind: 'failed', reason: 'refused', mayHaveArrived: false, durationMs: 0 };
  },
  close: () => undefined,
};
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const delivery = {
  url: 'https://hooks.example/x',
  headers: {},
  timeoutMs: 15_000,
  secrets: [secret],
  message: { id: 'evt_1', type: 'lead.created', data: { name: 'José' } },
  sentAt: new Date('2026-01-01T00:00:00.900Z'),
};

beforeEach(() => void sent.splice(0));

it('a webhook has the signature of the test vector of the Standard Webhooks specification', async () => {
  const [message, sentAt] = [
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', test: 2432232314 },
    new Date(1614265330 * 1000),
  ];
  await sendWebhook(client, { ...delivery, message, sentAt });
  const expected = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${message.id}.1614265330.${JSON.stringify(message)}`)
    .digest('base64');
  expect(sent[0]?.headers['webhook-signature']).toBe(`v1,${expected}`);
  expect(new Webhook(secret).sign('msg_p5jXN8AQM9LWM0D4loKWxJek', sentAt, '{"test": 2432232314}')).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

it('a webhook carries its id, the timestamp of the try in seconds, and the message as JSON', async () => {
  await sendWebhook(client, delivery);
  expect(sent[0]).toMatchObject({
    url: 'https://hooks.example/x',
    method: 'POST',
    timeoutMs: 15_000,
    headers: { 'webhook-id': 'evt_1', 'webhook-timestamp': '1767225600', 'content-type': 'application/json' },
    body: '{"id":"evt_1","type":"lead.created","data":{"name":"José"}}',
  });
});

it('a webhook is signed with each of its secrets, so that a receiver may know either', async () => {
  const next = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  await sendWebhook(client, { ...delivery, secrets: [next, secret] });
  const [first, second] = sent[0]?.headers['webhook-signature']?.split(' ') ?? [];
  const body = sent[0]?.body ?? '';
  expect(first).toBe(new Webhook(next).sign('evt_1', delivery.sentAt, body));
  expect(second).toBe(new Webhook(secret).sign('evt_1', delivery.sentAt, body));
});

it('a webhook without a secret has no signature header', async () => {
  await sendWebhook(client, { ...delivery, secrets: [] });
  expect(sent[0]?.headers).not.toHaveProperty('webhook-signature');
  expect(sent[0]?.headers).toHaveProperty('webhook-id', 'evt_1');
});

it('custom headers of a webhook do not replace the standard ones', async () => {
  await sendWebhook(client, {
    ...delivery,
    headers: { 'Webhook-Id': 'forged', 'WEBHOOK-SIGNATURE': 'v1,forged', 'X-Partner': 'sluice' },
  });
  const names = Object.keys(sent[0]?.headers ?? {}).map((name) => name.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
  expect(sent[0]?.headers).toMatchObject({ 'webhook-id': 'evt_1', 'X-Partner': 'sluice' });
  expect(JSON.stringify(sent[0])).not.toContain('forged');
});
