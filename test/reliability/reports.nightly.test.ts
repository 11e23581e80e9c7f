/** Reports while workers die: their rows equal the leads and the ledger after every death, and after recovery. */
import type { Failpoint } from '@sluice/process';
import { buyerServices, type ServiceName } from '@sluice/local';
import { eventually } from '@sluice/testing';
import { MongoClient, type Db } from 'mongodb';
import { isDeepStrictEqual } from 'node:util';
import type { Receipt } from '../installation/affiliate.js';
import { startTenant, type TestTenant } from '../installation/tenant.js';

/** Where a worker dies with one of the leads that it has in progress. */
const deaths: readonly { readonly service: ServiceName; readonly name: Failpoint }[] = [
  { service: 'routing', name: 'after-decision-before-advance' },
  { service: 'delivery', name: 'after-attempt-before-call' },
  { service: 'delivery', name: 'after-decision-before-advance' },
  { service: 'delivery', name: 'after-end' },
];
const LEADS_EACH = 6;
const priced = ['AAA', 'BBB', 'CCC'];

let tenant: TestTenant;
let mongo: MongoClient;
let db: Db;
beforeAll(async () => {
  tenant = await startTenant(
    {
      clients: [{ clientId: 'cli_1', name: 'One', abbrev: 'ONE' }],
      offers: [{ offerId: 'off_1', name: 'Talc', abbrev: 'TA', category: 'mass_tort' }],
      deliveryEndpoints: priced.map((id) => ({
        deliveryEndpointId: id,
        url: `\${SINK_URL}/buyers/${id}`,
        timeoutSeconds: 5,
      })),
      campaigns: [
        ...priced.map((campaignId, n) => ({
          campaignId,
          name: campaignId,
          clientId: 'cli_1',
          offerId: 'off_1',
          deliveryEndpointId: campaignId,
          price: { currency: n === 2 ? 'EUR' : 'USD', amount: 40 + n },
        })),
        {
          campaignId: 'GROUP',
          name: 'group',
          clientId: 'cli_1',
          offerId: 'off_1',
          revenueMilestones: [{ leadStatus: 'delivered', amount: 2.5, currency: 'USD' }],
          distribution: {
            groups: [
              {
                name: 'all',
                method: 'round_robin',
                members: priced.map((campaignId) => ({ campaignId })),
              },
            ],
          },
        },
      ],
    },
    { services: buyerServices, apart: ['routing', 'delivery'] },
  );
  tenant.installation.sink.script({ path: '/buyers/AAA', status: 422, body: { message: 'not wanted' } });
  mongo = new MongoClient(tenant.installation.backends.mongodbUrl);
  db = mongo.db(new URL(tenant.installation.backends.mongodbUrl).pathname.slice(1) || 'sluice');
}, 120_000);
afterAll(async () => {
  await mongo?.close();
  await tenant.stop();
}, 60_000);

type Sums = Readonly<Record<string, number>>;

/** What the leads, their last submissions and the ledger say, by placed campaign. */
async function stored(): Promise<Sums> {
  const sums: Record<string, number> = {};
  const add = (name: string, value: number) => (sums[name] = (sums[name] ?? 0) + value);
  const [leads, submissions, ledger] = await Promise.all(
    ['leads', 'submissions', 'ledger'].map((name) =>
      db.collection<{ readonly _id: string } & Record<string, never>>(name).find().toArray(),
    ),
  );
  const statusOf = new Map(submissions?.map(({ _id, status }) => [_id, String(status)]));
  for (const { tenantId, lastSubmissionId } of leads ?? []) {
    const status = statusOf.get(`${String(tenantId)}/${String(lastSubmissionId)}`) ?? '';
    add('received', 1);
    add(['delivered', 'rejected', 'error', 'failed'].includes(status) ? status : 'pending', 1);
  }
  for (const { placedCampaignId, currency, minor } of ledger ?? [])
    add(`${String(placedCampaignId)} ${String(currency)}`, Number(minor) / 100);
  return sums;
}

async function reported(): Promise<Sums> {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const path = `/reports/leads?groupBy=day,placedCampaign&from=${day(-2)}&to=${day(2)}`;
  const { data } = await tenant.call('GET', path);
  const sums: Record<string, number> = {};
  const add = (name: string, value: number) => value !== 0 && (sums[name] = (sums[name] ?? 0) + value);
  for (const row of data['rows'] as readonly Row[]) {
    for (const name of ['received', 'delivered', 'rejected', 'error', 'failed', 'pending'] as const)
      add(name, row[name]);
    for (const { currency, revenue } of row.money) add(`${row.placedCampaign ?? ''} ${currency}`, revenue);
  }
  return sums;
}
type Row = Readonly<
  Record<'received' | 'delivered' | 'rejected' | 'error' | 'failed' | 'pending', number>
> & {
  readonly placedCampaign: string | null;
  readonly money: readonly { readonly currency: string; readonly revenue: number }[];
};

/**
 * Other workers go on, so the report is compared with what was stored both before and after it. The promise leaves it
 * five seconds; it takes none.
 */
async function expectExact(): Promise<void> {
  const [report, after] = await eventually('nothing changes while a report is made', async () => {
    const [earlier, made, later] = [await stored(), await reported(), await stored()];
    return isDeepStrictEqual(earlier, later) ? ([made, later] as const) : undefined;
  });
  expect(report).toEqual(after);
}

/** As if the marks were a minute old, so that the next report keeps what it counts. */
async function ageMarks(): Promise<void> {
  const aged = { n: '$$this.v.n', at: { $subtract: ['$$this.v.at', 60_000] } };
  const hours = { $map: { input: { $objectToArray: '$hours' }, in: { k: '$$this.k', v: aged } } };
  await db.collection('reportMarks').updateMany({}, [{ $set: { hours: { $arrayToObject: hours } } }]);
}

it('a report equals the leads and the ledger after each death of a worker, and when all leads have ended', async () => {
  const { installation } = tenant;
  const receipts: Receipt[] = [];
  for (const { service, name } of deaths) {
    installation.signal(service, 'SIGKILL');
    await installation.ended(service);
    await installation.restart(service, { FAILPOINT: name });
    receipts.push(...(await Promise.all(Array.from({ length: LEADS_EACH }, () => tenant.submit('GROUP')))));
    expect(await installation.firstEnded(service)).toMatchObject({ signal: 'SIGKILL' });
    await expectExact();
    // What is kept now is changed when the worker is back.
    await ageMarks();
    await expectExact();
    await installation.restart(service, { FAILPOINT: '' });
  }
  for (const receipt of receipts) await tenant.atRest(receipt, 90_000);
  await expectExact();
  await ageMarks();
  await expectExact();
  expect(await db.collection('reportSpans').countDocuments({ n: { $gt: 0 } })).toBeGreaterThan(0);
  const all = await reported();
  expect(all['received']).toBe(deaths.length * LEADS_EACH);
  expect(all['delivered']).toBeGreaterThan(0);
}, 600_000);
