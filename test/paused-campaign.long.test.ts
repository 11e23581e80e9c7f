/** What docs/sell/pause.md says: no lead waits for a paused campaign, and none is lost by it. */
import { eventually } from '@sluice/testing';
import { startInstallation, type Installation } from './installation/installation.js';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
}, 120_000);
afterAll(() => installation.stop(), 60_000);

const setTo = (changes: object) =>
  installation.apply({
    ...{ tenantId: 'demo', name: 'Demo Legal Leads' },
    campaigns: [
      { campaignId: 'PAUSE', name: 'To pause', clientId: 'cli_borden', offerId: 'off_roundup', ...changes },
    ],
  });
const capped = (cap: number) => ({ deliveryLimits: [{ cap, type: 'daily', action: 'queue' }] });

async function ask<Data>(path: string, body?: object): Promise<Data> {
  const answer = await fetch(`${installation.url}/api/v1/leads${path}`, {
    headers: { 'X-API-Key': installation.apiKey, 'Content-Type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return ((await answer.json()) as { readonly data: Data }).data;
}

async function submitted(phone: string): Promise<string> {
  const person = {
    firstName: 'Pia',
    lastName: 'Holm',
    email: `pia.${phone}@example.com`,
    phone: `+${phone}`,
  };
  return (await ask<{ readonly leadId: string }>('/submit', { campaignId: 'PAUSE', ...person })).leadId;
}

const becomes = (leadId: string, status: string) =>
  eventually(
    `${leadId} is ${status}`,
    async () => {
      const { leads } = await ask<{ readonly leads: readonly { readonly status: string }[] }>(
        `?search=${leadId}`,
      );
      return leads[0]?.status === status;
    },
    60_000,
  );

it('leads of a paused campaign, those that waited too, end with no_route, and a replay sells them once it is resumed', async () => {
  await setTo(capped(1));
  await becomes(await submitted('14155550181'), 'delivered');
  const waiting = await submitted('14155550182');
  await becomes(waiting, 'queued');

  await setTo({ ...capped(1), active: false });
  await becomes(waiting, 'error');
  const late = await submitted('14155550184');
  await becomes(late, 'error');

  await setTo({ ...capped(10), active: true });
  const again = ['replay', '--tenant', 'demo', '--status', 'error', '--reason', 'no_route'];
  const { code, output } = await installation.sluice(again);
  expect([code, output]).toEqual([0, expect.stringMatching(/replayed +2/)]);
  await Promise.all([waiting, late].map((leadId) => becomes(leadId, 'delivered')));
}, 240_000);
