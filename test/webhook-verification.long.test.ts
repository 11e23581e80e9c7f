/** The receivers of examples/webhook-receiver, each in its language where that is found, against the reference library. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@sluice/local';
import { testWebhookSecret } from '@sluice/testing';
import { Webhook } from 'standardwebhooks';
import { startExample, startProgram, type StartedExample } from './started-example.js';

const folder = join(projectRoot, 'examples', 'webhook-receiver');
// The receiver in PHP notes in files what it has handled.
const notes = mkdtempSync(join(tmpdir(), 'sluice-receivers-'));
afterAll(() => rmSync(notes, { recursive: true, force: true }));
const env = { WEBHOOK_SECRET: testWebhookSecret, TMPDIR: notes };
const isFound = (...command: readonly [string, string]) => spawnSync(command[0], [command[1]]).status === 0;

/** By language: its verification, whether it can be run here, and how. */
const languages = {
  typescript: {
    verify: 'typescript/verify.ts',
    found: true,
    start: () => startExample('webhook-receiver/typescript', env),
  },
  php: {
    verify: 'php/verify.php',
    found: isFound('php', '--version'),
    start: () => startProgram(['php', '-S', '127.0.0.1:PORT', join(folder, 'php', 'receiver.php')], { env }),
  },
  python: {
    verify: 'python/verify.py',
    found: isFound('python3', '--version'),
    start: () => startProgram(['python3', join(folder, 'python', 'receiver.py')], { env }),
  },
  go: {
    verify: 'go/verify.go',
    found: isFound('go', 'version'),
    start: () => startProgram(['go', 'run', '.'], { env, folder: join(folder, 'go') }),
  },
};

const message = (id: string) =>
  JSON.stringify({ id, type: 'lead.delivered', leadId: `lead_${id}`, data: { lead: { firstName: 'Zoë' } } });

/** Posts a message as Sluice signs it, unless something of it is changed. */
async function post(
  { url }: StartedExample,
  id: string,
  { at = new Date(), secret = testWebhookSecret, body = message(id), also = '' } = {},
): Promise<number> {
  const signature = `${also}${new Webhook(secret).sign(id, at, message(id))}`;
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signature,
  };
  return (await fetch(`${url}/webhooks`, { method: 'POST', headers, body })).status;
}

describe.each(Object.entries(languages))('the receiver in %s', (language, { found, start, verify }) => {
  if (!found) process.stderr.write(`SKIPPED: no ${language} here.\n`);
  const here = found ? it : it.skip;

  here(
    'takes what Sluice signed, each event once, and nothing else',
    async () => {
      const receiver = await start();
      try {
        const [id, other] = [`msg_${randomUUID()}`, `msg_${randomUUID()}`];
        expect([await post(receiver, id), await post(receiver, id)]).toEqual([204, 204]);
        const old = new Webhook(`whsec_${Buffer.alloc(32, 7).toString('base64')}`).sign(
          other,
          new Date(),
          'x',
        );
        expect(await post(receiver, other, { also: `${old} ` })).toBe(204);

        const wrong = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
        const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
        for (const changed of [
          { secret: wrong },
          { body: message('forged') },
          { at: minutesAgo(10) },
          { at: minutesAgo(-10) },
        ])
          expect([changed, await post(receiver, 'msg_forged', changed)]).toEqual([changed, 401]);
        const odd = { 'webhook-id': 'x', 'webhook-timestamp': '²', 'webhook-signature': 'v1,x' };
        for (const headers of [{}, odd])
          expect((await fetch(receiver.url, { method: 'POST', body: '{}', headers })).status).toBe(401);

        const told = receiver.printed().match(/^lead\.delivered .*$/gm);
        expect(told).toEqual([`lead.delivered lead_${id}`, `lead.delivered lead_${other}`]);
      } finally {
        await receiver.stop();
      }
    },
    120_000,
  );

  it('is shown on the page about webhooks as it stands', () => {
    const page = readFileSync(join(projectRoot, 'docs', 'build', 'webhooks.md'), 'utf8');
    expect(page).toContain(`\n${readFileSync(join(folder, verify), 'utf8')}\`\`\`\n`);
  });
});
