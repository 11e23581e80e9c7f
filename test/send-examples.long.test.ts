import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { exampleLeads, eventually } from '@sluice/testing';
import { projectRoot, buyerServices } from '@sluice/local';
import { sendFile, type Sent } from '@sluice/cli';
import { startInstallation, type Installation } from './installation/installation.js';

let installation: Installation;
let folder: string;
let file: string;
beforeAll(async () => {
  installation = await startInstallation({
    services: buyerServices,
    apart: ['gateway', 'qualification', 'delivery'],
  });
  folder = mkdtempSync(join(tmpdir(), 'sluice-send-'));
  file = join(folder, 'leads.csv');
  copyFileSync(join(projectRoot, 'examples', 'leads.csv'), file);
}, 90_000);
afterAll(async () => {
  await installation.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

function send(interrupt = new AbortController().signal): Promise<Sent> {
  const { url, apiKey } = installation;
  return sendFile({ file, campaignId: 'ACMRU', apiKey, url, waitMs: 120_000, interrupt });
}

const submissions = () =>
  installation
    .log('gateway')
    .split('\n')
    .filter((line) => line.includes('/leads/submit')).length;
const { rows, accepted, refused, delivered, duplicate, disqualified } = exampleLeads;
const planned = { rows, accepted, refused, unsent: 0, statuses: { delivered, duplicate, disqualified } };

describe('sending examples/leads.csv', () => {
  it('can be interrupted, and reports what was not sent', async () => {
    const interruption = new AbortController();
    const sending = send(interruption.signal);
    await eventually('some rows are sent', () => submissions() > 100);
    interruption.abort();
    const sent = await sending;
    expect(sent.unsent).toBeGreaterThan(0);
    expect(sent).toMatchObject({ rows, unsentBecause: 'interrupted' });
    expect(sent.accepted + sent.refused + sent.unsent).toBe(rows);
  }, 120_000);

  it('reaches the planned counts when it is started again, although services are killed meanwhile', async () => {
    const before = submissions();
    const sending = send();
    await eventually('more rows are sent', () => submissions() > before + 300);
    for (const service of ['gateway', 'qualification', 'delivery'] as const) {
      installation.signal(service, 'SIGKILL');
      await installation.ended(service);
      await installation.restart(service);
    }
    expect(await sending).toMatchObject(planned);
  }, 240_000);

  it('sends no lead twice, and writes the refused rows with their reasons', async () => {
    const sent = await send();
    expect(sent).toMatchObject({ ...planned, rejectsFile: join(folder, 'leads.rejects.csv') });
    const buyers = installation.sink
      .received({ path: '/buyers/acme', limit: 5_000 })
      .map(({ headers }) => headers['idempotency-key']);
    expect(new Set(buyers).size).toBe(delivered);

    const rejects = parse<Record<string, string>>(readFileSync(sent.rejectsFile ?? ''), { columns: true });
    expect(rejects).toHaveLength(refused);
    for (const { reasons } of rejects) expect(reasons).toMatch(/^\w+: /);
  }, 180_000);
});
