/**
 * A timed erasure among millions of leads, through the admin API. The others are as small as documents can be that every
 * index of theirs still finds: an erasure must read only what belongs to its own lead, however many there are.
 */
import { adminEraseLead } from '@sluice/contracts';
import { migrate } from '@sluice/store';
import { deliveredLead, duringTests, insertLeads, ulidAt } from '@sluice/testing';
import type { Db } from 'mongodb';
import { openAdminApi } from './admin-api.js';

const LEADS = Number(process.env.LEADS ?? 3_000_000);
/** The admin API gives a request 60 s, and a single call to the database 5 s. */
const WITHIN_MS = 2_000;
const DAY_MS = 86_400_000;
const tenantId = 'alpha';
const firstMs = Date.now() - 30 * DAY_MS;
const timeOf = (n: number) => new Date(firstMs + n);

const world = duringTests(openAdminApi);
let db: Db;
beforeAll(async () => {
  ({ db } = world);
  // The next test file may get this database.
  world.onClose(async () => {
    await Promise.all(Object.keys(smallLead(0)).map((name) => db.collection(name).drop()));
    await world.stores.prepare();
  });
  const startedAt = performance.now();
  // Built at the end, which is far faster than to keep them while the documents are written.
  await Promise.all(Object.keys(smallLead(0)).map((name) => db.collection(name).dropIndexes()));
  await insertLeads(db, LEADS, smallLead);
  const writtenAt = performance.now();
  await migrate(world.mongodbUrl);
  note(`${LEADS} leads written in ${seconds(writtenAt - startedAt)}`);
  note(`indexes built in ${seconds(performance.now() - writtenAt)}`);
}, 3_600_000);

const note = (line: string) => process.stderr.write(`${line}\n`);
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** One of the others: what was found by reading everything before there were indexes, and the lead itself. */
function smallLead(n: number) {
  const at = timeOf(n);
  const ulid = ulidAt(at, n);
  const about = { tenantId, leadId: `lead_${ulid}` };
  return {
    leads: [
      { _id: `${tenantId}/lead_${ulid}`, tenantId, status: 'delivered', createdAt: at, search: [`l${n}`] },
    ],
    submissions: [{ _id: `${tenantId}/sub_${ulid}`, ...about }],
    claims: [{ _id: `${tenantId}/C.phone.${ulid}`, ...about }],
    idempotency: [{ _id: `${tenantId}/POST.${ulid}`, tenantId, about: [ulid] }],
    ledger: [{ _id: `${tenantId}/sub_${ulid}.sale`, ...about, type: 'sale', occurredAt: at }],
  };
}

it(`one of ${LEADS} leads is erased within two seconds`, async () => {
  const took: number[] = [];
  for (const n of [1, 2, 3, 4, 5].map((part) => Math.floor((LEADS * part) / 6))) {
    const whole = deliveredLead(tenantId, timeOf(n), LEADS + n);
    await insertLeads(db, 1, () => whole);
    const leadId = String(whole.leads[0]?._id).split('/')[1] ?? '';
    const startedAt = performance.now();
    const { status, data } = await world.call(adminEraseLead, { params: { tenantId, leadId }, body: {} });
    took.push(performance.now() - startedAt);
    expect(status).toBe(200);
    expect(data.erased).toMatchObject({
      leads: 1,
      submissions: 1,
      decisions: 3,
      attempts: 1,
      effects: 5,
      ledger: 1,
      claims: 2,
      idempotency: 1,
    });
  }
  note(`erased in ${took.map((ms) => ms.toFixed(0)).join(', ')} ms`);
  expect(Math.max(...took)).toBeLessThan(WITHIN_MS);
});
