import { failpoints } from '@sluice/runtime';
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
import { armed, opensForItsOwnOnly, rounds, sweepWindow, windows, type FailureWindow } from './windows.js';

const workers = ['qualification', 'routing', 'delivery', 'webhook', 'pixel', 'sms'] as const;
const all = ['gateway', ...workers] as const;

const campaign = ({ campaignId, name }: FailureWindow) => ({
  campaignId,
  name: `Window ${campaignId}`,
  clientId: 'cli_borden',
  offerId: 'off_roundup',
  settings: { dedupeEnabled: true },
  deliveryLimits: [
    { type: 'daily', cap: name === 'before-hold' ? 1 : 40, action: 'queue' },
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
/** What the affiliate was told of the lead of each window. */
const told = new Map<FailureWindow, Promise<Told>>();
/** How the process of each window ended. */
const ends = new Map<FailureWindow, unknown>();
const down = new Set<LeadService>();

// Every process is ended at every line once; what it left undone is looked at when all are back.
beforeAll(async () => {
  installation = await startInstallation({
    tenantFile: tenantFileWith({ campaigns: windows.map(campaign) }),
  });
  const first = await leadsBefore();
  for (const round of rounds()) await play(round, first);
  await playSweep();
  await startAll(all);
  await eventually('every lead has come to rest', () => allAtRest(), 90_000);
  await eventually('every effect is done', () => noEffectDue(), 90_000);
  // Slots that a worker took with it are given back by an audit, twice a minute.
  await eventually('no slot is left open', () => noSlotOpen(), 90_000);
}, 600_000);
afterAll(() => installation.stop(), 60_000);

/** Leads that two windows need beforehand: one to be submitted once more, and one to take the only slot. */
async function leadsBefore(): Promise<ReadonlyMap<FailureWindow, Told>> {
  const needing = windows.filter(({ name }) => ['after-follow-up-before-lead', 'before-hold'].includes(name));
  return new Map(
    await Promise.all(
      needing.map(async (window): Promise<[FailureWindow, Told]> => {
        const before = await insist(`${window.campaignId} first`, bodyOf(window, 100));
        const { leads } = installation.stores.forTenant('demo');
        await eventually(
          'it is placed',
          async () => (await leads.find(before.leadId))?.status === 'delivered',
        );
        return [window, before];
      }),
    ),
  );
}

async function play(round: readonly FailureWindow[], first: ReadonlyMap<FailureWindow, Told>): Promise<void> {
  const early = round.filter(opensForItsOwnOnly);
  for (const { service } of early) await end(service);
  const arming = new Map(early.map((window) => [window.service, armed(window)]));
  await Promise.all([...down].map((service) => start(service, arming.get(service))));
  for (const window of round) {
    if (!early.includes(window)) {
      await end(window.service);
      await start(window.service, armed(window));
    }
    const known = window.name === 'after-follow-up-before-lead' && first.get(window);
    const body = bodyOf(window, window.name === 'before-hold' ? 200 : known ? 100 : 0);
    told.set(window, insist(window.campaignId, known ? { ...body, leadId: known.leadId } : body));
    await diesAt(window);
  }
}

// Only one process sweeps at a time; to be the one, it has to be the last.
async function playSweep(): Promise<void> {
  if (down.has('gateway')) await start('gateway');
  for (const worker of workers) await end(worker);
  const accepted = await insist(sweepWindow.campaignId, bodyOf(sweepWindow));
  told.set(sweepWindow, Promise.resolve(accepted));
  const { submissions } = installation.stores.forTenant('demo');
  // As if its 20 s were over already.
  await submissions.postpone(accepted.submissionId, new Date());
  await start('sms', armed(sweepWindow));
  await diesAt(sweepWindow);
}

async function diesAt(window: FailureWindow): Promise<void> {
  // Nobody waits for the answer here: it may not come before the process is back.
  told.get(window)?.catch(() => undefined);
  const waited = pause(40_000, { signal: 'none within 40 s' }, { ref: false });
  ends.set(window, await Promise.race([installation.ended(window.service), waited]));
  down.add(window.service);
}

async function end(service: LeadService): Promise<void> {
  installation.signal(service, 'SIGKILL');
  await installation.ended(service);
  down.add(service);
}

async function start(service: LeadService, env?: Readonly<Record<string, string>>): Promise<void> {
  await installation.restart(service, env);
  down.delete(service);
}

async function startAll(services: readonly LeadService[]): Promise<void> {
  await Promise.all(services.filter((service) => down.has(service)).map((service) => start(service)));
}

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
        if (response.status === 202) return ((await response.json()) as { data: Told }).data;
      } catch {
        // Cut off: nobody knows what became of it.
      }
      await pause(200);
      return undefined;
    },
    60_000,
  );
}

function bodyOf(window: FailureWindow, more = 0): Record<string, unknown> {
  return leadBody(50_000 + windows.indexOf(window) + more, { campaignId: window.campaignId });
}

it('every failpoint has a window here', () => {
  expect(new Set(windows.map(({ name }) => name))).toEqual(new Set(failpoints));
});

it.each(windows.map((window) => ({ ...window, window })))(
  'a process ends at $name ($service)',
  ({ window }) => {
    expect(ends.get(window)).toMatchObject({ signal: 'SIGKILL' });
  },
);

describe('once all processes are back', () => {
  it('every lead has reached its one end', async () => {
    const statuses = await Promise.all(
      windows.map(async (window) => [window, (await leadOf(window))?.status]),
    );
    expect(statuses).toEqual(
      windows.map((window) => [window, window.name === 'before-hold' ? 'queued' : 'delivered']),
    );
  });

  it('the buyer has one effect per submission, however often it was told of it', async () => {
    const keys = new Map<string, Set<string>>();
    for (const { headers, body } of installation.sink.received({ path: '/buyers/borden', limit: 1_000 })) {
      const { leadId } = JSON.parse(body) as { leadId: string };
      keys.set(leadId, (keys.get(leadId) ?? new Set()).add(headers['idempotency-key'] ?? 'none'));
    }
    const perWindow = await Promise.all(
      windows.map(async (window) => [
        window.name,
        keys.get((await told.get(window))?.leadId ?? '')?.size ?? 0,
      ]),
    );
    const expected: Record<string, number> = { 'before-hold': 0, 'after-follow-up-before-lead': 2 };
    expect(perWindow).toEqual(windows.map(({ name }) => [name, expected[name] ?? 1]));
  });

  it('every event is one event, under one id', async () => {
    const ids = new Map<string, Set<string>>();
    for (const { body } of installation.sink.received({ path: '/webhooks', limit: 10_000 })) {
      const { id, type, submissionId } = JSON.parse(body) as Record<string, string>;
      const key = `${type} ${submissionId}`;
      ids.set(key, (ids.get(key) ?? new Set()).add(id ?? ''));
    }
    expect([...ids].filter(([, events]) => events.size !== 1)).toEqual([]);
    for (const [{ name }, accepted] of told) {
      const { submissionId } = await accepted;
      const outcome = name === 'before-hold' ? 'lead.queued' : 'lead.delivered';
      expect([...ids.keys()]).toContain(`${outcome} ${submissionId}`);
      expect([...ids.keys()]).toContain(`lead.qualified ${submissionId}`);
    }
  });

  it('the ad platform was told of each lead under one event id', () => {
    const ids = installation.sink
      .received({ path: '/v24.0/1234567890/events', limit: 10_000 })
      .flatMap(({ body }) => (JSON.parse(body) as { data: { event_id: string }[] }).data)
      .map(({ event_id: id }) => id);
    const leads = windows.length + 1; // the window of a hold needs a lead that takes the slot
    expect(new Set(ids).size).toBe(leads);
  });

  it('every counter holds what was placed and no open name', async () => {
    const counters = await inDatabase((database) =>
      database.collection<{ confirmed: number; open: string[] }>('counters').find().toArray(),
    );
    const found = windows.map(({ name, campaignId }) => [
      name,
      ...counters
        .filter(({ _id }) => String(_id).startsWith(`demo/${campaignId}.`))
        .map(({ confirmed, open }) => [confirmed, open]),
    ]);
    const placed = (name: string) => (name === 'after-follow-up-before-lead' ? 2 : 1);
    expect(found).toEqual(windows.map(({ name }) => [name, [placed(name), []], [placed(name), []]]));
  });
});

async function leadOf(window: FailureWindow) {
  return installation.stores.forTenant('demo').leads.find((await told.get(window))?.leadId ?? '');
}

async function allAtRest(): Promise<boolean> {
  const found = await Promise.all(windows.map((window) => leadOf(window)));
  return found.every((lead) => lead !== undefined && lead.status !== 'pending');
}

async function noEffectDue(): Promise<boolean> {
  const due = await inDatabase((database) =>
    database.collection('effects').countDocuments({ status: 'due' }),
  );
  return due === 0;
}

async function noSlotOpen(): Promise<boolean> {
  const open = await inDatabase((database) =>
    database.collection('counters').countDocuments({ 'open.0': { $exists: true } }),
  );
  return open === 0;
}

async function inDatabase<T>(look: (database: ReturnType<MongoClient['db']>) => Promise<T>): Promise<T> {
  const client = await MongoClient.connect(installation.backends.mongodbUrl);
  try {
    return await look(client.db());
  } finally {
    await client.close();
  }
}
