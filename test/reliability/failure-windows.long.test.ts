import { failpoints, type Failpoint } from '@sluice/runtime';
import { MongoClient } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { leadBody, type Told } from '../harness/affiliate.js';
import {
  eventually,
  startInstallation,
  type Installation,
  type LeadService,
} from '../harness/installation.js';
import { tenantFileWith } from './tenant-file.js';

// Every failpoint, with the service that is ended there. Each has a campaign, so that it ends no other's lead.
const windows: readonly (readonly [Failpoint, LeadService])[] = [
  ['after-claim-before-work', 'gateway'],
  ['before-write', 'gateway'],
  ['after-submission-before-lead', 'gateway'],
  ['after-write-before-enqueue', 'gateway'],
  ['after-work-before-answer-kept', 'gateway'],
  ['after-follow-up-before-lead', 'gateway'],
  ['after-duplicate-claim', 'qualification'],
  ['after-arrival', 'qualification'],
  ['after-decision-before-hand-on', 'qualification'],
  ['after-hand-on', 'qualification'],
  ['after-effect-before-enqueue', 'qualification'],
  ['between-reservations', 'routing'],
  ['after-reservation-before-decision', 'routing'],
  ['after-decision-before-hand-on', 'routing'],
  ['before-hold', 'routing'],
  ['after-attempt-before-call', 'delivery'],
  ['after-call-before-outcome', 'delivery'],
  ['after-outcome-before-decision', 'delivery'],
  ['after-decision-before-hand-on', 'delivery'],
  ['after-slots-before-effects', 'delivery'],
  ['after-effects-before-lead', 'delivery'],
  ['after-lead-before-end', 'delivery'],
  ['after-end', 'delivery'],
  ['after-effect-arrival', 'webhook'],
  ['after-effect-call-before-record', 'webhook'],
  ['after-effect-arrival', 'pixel'],
  ['after-effect-call-before-record', 'pixel'],
  ['after-sweep-before-later', 'sms'],
];
const workers = ['qualification', 'routing', 'delivery', 'webhook', 'pixel', 'sms'] as const;
// These two are passed without a lead at hand.
const ofNobody: ReadonlySet<Failpoint> = new Set([
  'after-claim-before-work',
  'after-work-before-answer-kept',
  'between-reservations',
  'after-sweep-before-later',
]);
const campaignOf = (index: number) => `W${String(index).padStart(2, '0')}`;

const campaign = (campaignId: string, dailyCap = 40) => ({
  campaignId,
  name: `Window ${campaignId}`,
  clientId: 'cli_borden',
  offerId: 'off_roundup',
  settings: { dedupeEnabled: true },
  deliveryLimits: [
    { type: 'daily', cap: dailyCap, action: 'queue' },
    { type: 'lifetime', cap: 50, action: 'queue' },
  ],
  pixelRules: [
    {
      ...{ id: 'px', name: 'Qualified', active: true, triggerPoint: 'lead_qualified', fireOnce: true },
      ...{ pixelId: '1234567890', platform: 'facebook', eventName: 'Lead' },
    },
  ],
});

let installation: Installation;
const told = new Map<number, Promise<Told>>();

beforeAll(async () => {
  installation = await startInstallation({
    tenantFile: tenantFileWith({
      campaigns: windows.map(([name], index) => campaign(campaignOf(index), name === 'before-hold' ? 1 : 40)),
    }),
  });
}, 120_000);
afterAll(() => installation.stop(), 60_000);

/** Posts until it is accepted, always under the same key, as a careful affiliate does. */
async function insist(key: string, body: Record<string, unknown>): Promise<Told> {
  return eventually(
    `${key} is accepted`,
    async () => {
      try {
        const response = await fetch(`${installation.url}/api/v1/leads/submit`, {
          method: 'POST',
          headers: {
            'X-API-Key': installation.apiKey,
            'Content-Type': 'application/json',
            'Idempotency-Key': key,
          },
          body: JSON.stringify(body),
        });
        if (response.status !== 202) return undefined;
        return ((await response.json()) as { data: Told }).data;
      } catch {
        // Cut off: nobody knows what became of it.
        return undefined;
      }
    },
    60_000,
  );
}

const body = (index: number, changes: Readonly<Record<string, unknown>> = {}) =>
  leadBody(50_000 + index, { campaignId: campaignOf(index), ...changes });

/** Lets `service` come to its end at the failpoint on a lead of that window's campaign. */
async function openWindow(index: number, name: Failpoint, service: LeadService): Promise<void> {
  const FAILPOINT = ofNobody.has(name) ? name : `${name}@${campaignOf(index)}`;
  const further = name === 'after-follow-up-before-lead';
  const known = further ? await insist(`window ${index} first`, body(index)) : undefined;
  if (name === 'before-hold')
    await insist(`window ${index} first`, { ...body(index + 100), campaignId: campaignOf(index) });
  // Only one process sweeps at a time; to be the one, it has to be the last.
  for (const one of name === 'after-sweep-before-later' ? workers : [service]) await end(one);
  await installation.restart(service, { FAILPOINT });
  const accepted = insist(
    `window ${index}`,
    body(index, known && { leadId: known.leadId, firstName: 'Avery B.' }),
  );
  told.set(index, accepted);
  accepted.catch(() => undefined);
  if (service === 'sms') await accepted;
  await diedThere(service);
  // The next window begins with a process of its own.
  if (windows[index + 1]?.[1] !== service) await installation.restart(service);
}

async function end(service: LeadService): Promise<void> {
  installation.signal(service, 'SIGKILL');
  await installation.ended(service);
}

async function diedThere(service: LeadService): Promise<void> {
  const ended = installation.ended(service);
  const waited = pause(45_000, undefined, { ref: false }).then(() => ({ signal: 'none within 45 s' }));
  expect(await Promise.race([ended, waited])).toMatchObject({ signal: 'SIGKILL' });
}

it('every failpoint has a window here', () => {
  expect(new Set(windows.map(([name]) => name))).toEqual(new Set(failpoints));
});

it.each(windows.map(([name, service], index) => ({ name, service, index })))(
  'a process ends at $name ($service)',
  ({ name, service, index }) => openWindow(index, name, service),
  120_000,
);

describe('once all processes are back', () => {
  beforeAll(async () => {
    for (const worker of workers) if (worker !== 'sms') await installation.restart(worker);
    await eventually('every lead has come to rest', () => allAtRest(), 90_000);
    await eventually('every effect is done', () => noEffectDue(), 90_000);
  }, 240_000);

  it('every lead has reached its one end', async () => {
    const statuses = await Promise.all(
      windows.map(async ([name], index) => [name, (await leadOf(index))?.status]),
    );
    expect(statuses).toEqual(
      windows.map(([name]) => [name, name === 'before-hold' ? 'queued' : 'delivered']),
    );
  });

  it('the buyer has one effect per submission, however often it was told of it', async () => {
    const keys = new Map<string, Set<string>>();
    for (const { headers, body: sent } of installation.sink.received({
      path: '/buyers/borden',
      limit: 1_000,
    })) {
      const { leadId } = JSON.parse(sent) as { leadId: string };
      const ofLead = keys.get(leadId) ?? new Set();
      keys.set(leadId, ofLead.add(headers['idempotency-key'] ?? 'none'));
    }
    const perWindow = await Promise.all(
      windows.map(async ([name], index) => [
        name,
        keys.get((await told.get(index))?.leadId ?? '')?.size ?? 0,
      ]),
    );
    const expected = { 'before-hold': 0, 'after-follow-up-before-lead': 2 } as Record<string, number>;
    expect(perWindow).toEqual(windows.map(([name]) => [name, expected[name] ?? 1]));
  });

  it('every event is one event, under one id', async () => {
    const ids = new Map<string, Set<string>>();
    for (const { body: sent } of installation.sink.received({ path: '/webhooks', limit: 10_000 })) {
      const { id, type, submissionId } = JSON.parse(sent) as Record<string, string>;
      const key = `${type} ${submissionId}`;
      ids.set(key, (ids.get(key) ?? new Set()).add(id ?? ''));
    }
    expect([...ids].filter(([, events]) => events.size !== 1)).toEqual([]);
    for (const [index, accepted] of told) {
      const { submissionId } = await accepted;
      const held = windows[index]?.[0] === 'before-hold';
      expect([...ids.keys()]).toContain(`${held ? 'lead.queued' : 'lead.delivered'} ${submissionId}`);
      expect([...ids.keys()]).toContain(`lead.qualified ${submissionId}`);
    }
  });

  it('the ad platform was told of each lead under one event id', async () => {
    const ids = installation.sink
      .received({ path: '/v24.0/1234567890/events', limit: 10_000 })
      .flatMap(({ body: sent }) => (JSON.parse(sent) as { data: { event_id: string }[] }).data)
      .map(({ event_id: id }) => id);
    const leads = windows.length + 1; // the window of a hold needs a lead that takes the slot
    expect(new Set(ids).size).toBe(leads);
  });

  it('every counter holds what was placed and no open name', async () => {
    const client = await MongoClient.connect(installation.backends.mongodbUrl);
    const counters = await client
      .db()
      .collection<{ confirmed: number; open: string[] }>('counters')
      .find()
      .toArray();
    await client.close();
    const ofWindow = (index: number) =>
      counters
        .filter(({ _id }) => String(_id).startsWith(`demo/${campaignOf(index)}.`))
        .map(({ confirmed, open }) => [confirmed, open]);
    windows.forEach(([name], index) => {
      const placed = name === 'after-follow-up-before-lead' ? 2 : 1;
      expect([name, ...ofWindow(index)]).toEqual([name, [placed, []], [placed, []]]);
    });
  });
});

async function leadOf(index: number) {
  return installation.stores.forTenant('demo').leads.find((await told.get(index))?.leadId ?? '');
}

async function allAtRest(): Promise<boolean> {
  const found = await Promise.all(windows.map((_, index) => leadOf(index)));
  return found.every((lead) => lead !== undefined && lead.status !== 'pending');
}

async function noEffectDue(): Promise<boolean> {
  const client = await MongoClient.connect(installation.backends.mongodbUrl);
  const due = await client.db().collection('effects').countDocuments({ status: 'due' });
  await client.close();
  return due === 0;
}
