import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '@sluice/local';
import { eventually } from '@sluice/testing';
import { countsAtRest, leadBody, type Receipt } from '../installation/affiliate.js';
import { leadServices, startInstallation, type Installation } from '../installation/installation.js';

const LEADS = 60;
/** In every process, the numbers of the commands that hang: some while it is idle, most under load. */
const HANG_AT = Array.from({ length: 10 }, (_, n) => 10 + n * 20).join(',');

let installation: Installation;
beforeAll(async () => {
  const hook = pathToFileURL(
    join(projectRoot, 'scripts', 'testing', 'dist', 'driver-hang', 'register.js'),
  ).href;
  installation = await startInstallation({
    apart: leadServices,
    nodeArguments: ['--import', hook],
    env: { HANG_AT, SWEEP_AFTER_SECONDS: '5' },
  });
}, 120_000);
afterAll(() => installation?.stop(), 60_000);

/** Posts one lead under one key until it is accepted. */
async function insist(n: number): Promise<Receipt> {
  return eventually(
    `lead ${n} is accepted`,
    async () => {
      const response = await fetch(`${installation.url}/api/v1/leads/submit`, {
        method: 'POST',
        headers: {
          'X-API-Key': installation.apiKey,
          'Content-Type': 'application/json',
          'Idempotency-Key': `hang ${n}`,
        },
        body: JSON.stringify(leadBody(n)),
      });
      if (response.status === 202) return ((await response.json()) as { data: Receipt }).data;
      // A sender gets no internal error because the database did not answer one command.
      expect([409, 503]).toContain(response.status);
      await pause(500);
      return undefined;
    },
    90_000,
  );
}

async function metric(name: string): Promise<number> {
  const pages = await Promise.all(
    leadServices.map(async (service) => (await fetch(`${installation.healthUrl(service)}/metrics`)).text()),
  );
  const values = pages.flatMap((page) => [...page.matchAll(new RegExp(`^${name}\\{[^}]*\\} (\\d+)`, 'gm'))]);
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}

it('every lead ends although MongoDB driver operations never settle, and each affected client is replaced', async () => {
  const receipt: Receipt[] = [];
  for (let n = 0; n < LEADS; n += 6) {
    receipt.push(...(await Promise.all(Array.from({ length: 6 }, (_, more) => insist(n + more)))));
  }
  expect(await countsAtRest(installation, receipt, 120_000)).toEqual({ delivered: LEADS });
  expect(await metric('sluice_store_timeouts_total')).toBeGreaterThan(5);
  await eventually(
    'a client is replaced',
    async () => (await metric('sluice_store_clients_replaced_total')) > 0,
    90_000,
  );
  const keys = new Map<string, Set<string>>();
  for (const { headers, body } of installation.sink.received({ path: '/buyers/acme', limit: 1_000 })) {
    const { leadId } = JSON.parse(body) as { leadId: string };
    keys.set(leadId, (keys.get(leadId) ?? new Set()).add(headers['idempotency-key'] ?? 'none'));
  }
  expect([...keys.values()].filter((of) => of.size !== 1)).toEqual([]);
}, 420_000);
