/**
 * Fills the demo with a history: leads that were delivered, some that were not, a failing buyer and webhook receiver, and
 * a person who is invited.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Problem, projectRoot, type RunFile } from '@sluice/local';
import { parse } from 'csv-parse/sync';
import type { StartedInstallation } from './launch-start.js';

/** Leads that are still being sent. */
export interface Filling {
  stop(): Promise<void>;
}

const FAILING_BUYER = '/buyers/acme-form';
const WELL_FOR_MS = 60_000;
const FAILING_FOR_MS = 90_000;
const EVERY_MS = 120;
const campaigns = ['ACMRU', 'ACMRU', 'BORRU', 'ACMVA'] as const;

type Row = Readonly<Record<string, string>>;

/**
 * Sends leads for two and a half minutes, in the last of which one buyer and the webhook receiver fail; sending continues
 * until `stop`.
 */
export async function fillDemo({ run }: Pick<StartedInstallation, 'run'>): Promise<Filling> {
  await invite(run, { email: 'mona@example.com', role: 'manager' });
  const text = readFileSync(join(projectRoot, 'examples', 'leads.csv'), 'utf8');
  const rows = parse<Row>(text, { columns: true });
  let next = 0;
  const sent: Promise<void>[] = [];
  const timer = setInterval(() => {
    const n = next++;
    const one = send(run, rows[n % rows.length] as Row, n);
    // `stop` reports a failure, not this promise.
    one.catch(() => undefined);
    sent.push(one);
  }, EVERY_MS);
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    await Promise.all(sent);
  };
  try {
    await behave(run, { path: '/buyers/borden', delayMs: 150 });
    await pause(WELL_FOR_MS);
    await behave(run, { path: FAILING_BUYER, status: 503, body: 'upstream unavailable' });
    await behave(run, { path: '/webhooks', status: 500, body: 'upstream unavailable' });
    await pause(FAILING_FOR_MS);
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function send({ gatewayUrl, apiKey }: RunFile, row: Row, n: number): Promise<void> {
  const response = await fetch(`${gatewayUrl}/api/v1/leads/submit`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': apiKey },
    body: JSON.stringify({
      campaignId: campaigns[n % campaigns.length],
      firstName: row['firstName'],
      lastName: row['lastName'],
      email: `lead.${n}@example.com`,
      // In an unassigned range, and different for each lead.
      phone: `+1${200 + (n % 700)}555${String(1_000 + (n % 9_000)).slice(-4)}`,
      // A rule of its campaign disqualifies every ninth lead.
      questionnaire: { injury: n % 9 === 0 ? 'no' : 'yes' },
    }),
  });
  if (response.status !== 202 && response.status !== 400) {
    throw new Problem(`A lead was answered ${response.status}: ${await response.text()}`);
  }
}

async function invite({ dashboardUrl, tenantId, adminKey }: RunFile, who: object): Promise<void> {
  const response = await fetch(`${dashboardUrl}/admin/v1/tenants/${tenantId}/invitations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Admin-Key': adminKey },
    body: JSON.stringify(who),
  });
  if (!response.ok)
    throw new Problem(`An invitation was answered ${response.status}: ${await response.text()}`);
}

async function behave({ sinkUrl }: RunFile, script: object): Promise<void> {
  const response = await fetch(`${sinkUrl}/behaviour`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(script),
  });
  if (!response.ok) throw new Problem(`The demo buyer refused its script: ${await response.text()}`);
}
