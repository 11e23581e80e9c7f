/**
 * Limits that come, go, pause, and change their period and time zone while many leads compete for them and workers are
 * killed. Once a change is known everywhere, whoever has room then keeps it, and nobody beyond the cap gets any.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { KNOWN_EVERYWHERE_MS } from '@sluice/store';
import { aCampaign, aClient, aLead, aTenantFile, zoneAtNoon, eventually } from '@sluice/testing';
import { buyerServices, type ServiceName } from '@sluice/local';
import { MongoClient, type Db } from 'mongodb';
import { submitAll } from '../installation/affiliate.js';
import { startInstallation, type Installation, type TenantFields } from '../installation/installation.js';

type Period = 'hourly' | 'daily' | 'lifetime';

interface Count {
  readonly _id: string;
  readonly open: readonly { readonly names: readonly string[] }[];
  readonly hourly: { readonly placed: number };
  readonly daily: { readonly placed: number };
  readonly lifetime: { readonly placed: number };
}

/** A change of the limits: of the campaign or its client, or that there is none. */
interface Change {
  readonly of?: 'campaign' | 'client';
  readonly period: Period;
  /** How many more leads it lets in than were placed; below 0 it is full at once. */
  readonly room: number;
  readonly isPaused?: boolean;
  readonly hoursLater: 0 | 1 | 2;
}

// While a change becomes known 40 leads arrive, and 120 once it is: more than any of them has room for.
const changes: readonly Change[] = [
  { period: 'daily', room: 0, hoursLater: 0 },
  { of: 'campaign', period: 'daily', room: 90, isPaused: true, hoursLater: 1 },
  { of: 'campaign', period: 'hourly', room: 70, hoursLater: 1 },
  { of: 'client', period: 'daily', room: 90, hoursLater: 2 },
  { of: 'campaign', period: 'lifetime', room: 60, hoursLater: 0 },
  { of: 'campaign', period: 'daily', room: -10, hoursLater: 2 },
  { of: 'campaign', period: 'daily', room: 80, hoursLater: 0 },
];
const KNOWN_AFTER_MS = KNOWN_EVERYWHERE_MS + 1_500;
const workers: readonly ServiceName[] = ['routing', 'delivery', 'routing', 'qualification'];

const now = new Date();
let installation: Installation;
let mongo: MongoClient;
let db: Db;

beforeAll(async () => {
  installation = await startInstallation({
    tenant: tenantWith(),
    services: buyerServices,
    apart: ['qualification', 'routing', 'delivery'],
    processes: 3,
  });
  mongo = await MongoClient.connect(installation.backends.mongodbUrl);
  db = mongo.db();
}, 120_000);
afterAll(async () => {
  await mongo?.close();
  await installation?.stop();
}, 60_000);

const tenant = aTenantFile('${SINK_URL}', { tenantId: 'acme' });

function tenantWith(change?: Change, cap = 0): TenantFields {
  const { of, period, isPaused, hoursLater = 0 } = change ?? {};
  const settings = { defaultPostingUrl: '${SINK_URL}/buyers/limited', timezone: zoneAtNoon(now, hoursLater) };
  const client = aClient('', {
    clientId: 'cli_1',
    settings: { ...settings, maxLeadsPerDay: of === 'client' ? cap : undefined },
  });
  const campaign = aCampaign({
    campaignId: 'LIMIT',
    clientId: 'cli_1',
    offerId: 'off_1',
    deliveryLimits:
      of === 'campaign' ? [{ cap, type: period, active: !isPaused, action: 'reject' }] : undefined,
  });
  const offers = [{ offerId: 'off_1', name: 'Offer', abbrev: 'OFF', category: 'mass_tort' }];
  return { ...tenant, clients: [client], offers, campaigns: [campaign] };
}

const post = (count: number) =>
  submitAll(
    installation,
    Array.from({ length: count }, () => aLead({ campaignId: 'LIMIT' })),
    48,
  );
const countOf = async (id: string) => {
  const count = await db.collection<Count>('counts').findOne({ _id: `acme/${id}` });
  if (!count) throw new Error(`there is no count ${id}`);
  return count;
};
const atRest = () =>
  eventually(
    'every lead has ended',
    async () => (await db.collection('submissions').countDocuments({ status: 'pending' })) === 0,
    180_000,
  );

async function kill(service: ServiceName): Promise<void> {
  installation.signal(service, 'SIGKILL');
  await installation.ended(service);
  await installation.restart(service);
}

it('a limit that is known everywhere lets in nobody beyond its cap, and is reached, while workers are killed', async () => {
  let posting: Promise<unknown> = post(200);
  let reached = 0;
  for (const [n, change] of changes.entries()) {
    const { of = 'campaign', period, room, isPaused } = change;
    posting = Promise.all([posting, post(40)]);
    await eventually('some leads are placed', async () =>
      db.collection('decisions').findOne({ 'decision.kind': 'delivered' }).then(Boolean),
    );
    const name = of === 'campaign' ? 'campaign.LIMIT' : 'client.cli_1';
    const cap = Math.max(1, (await countOf(name))[period].placed + room);
    await installation.apply(tenantWith(change, cap));
    await pause(KNOWN_AFTER_MS);
    const { open, [period]: known } = await countOf(name);
    posting = Promise.all([posting, post(120)]);
    await kill(workers[n % workers.length] as ServiceName);
    await posting;
    await atRest();
    const { placed } = (await countOf(name))[period];
    const isLimited = change.of !== undefined && !isPaused;
    if (!isLimited) continue;
    expect(placed).toBeLessThanOrEqual(
      Math.max(cap, known.placed + open.flatMap(({ names }) => names).length),
    );
    if (placed >= cap) reached += 1;
  }
  // Limits that let nobody in, or are never reached, would never be exceeded.
  expect(reached).toBeGreaterThan(2);
  const delivered = { stage: 'delivery', 'decision.kind': 'delivered' };
  const placements = await db.collection('decisions').countDocuments(delivered);
  for (const name of ['campaign.LIMIT', 'client.cli_1']) {
    const { lifetime, daily, open } = await countOf(name);
    expect([lifetime.placed, daily.placed, open]).toEqual([placements, placements, []]);
  }
}, 900_000);
