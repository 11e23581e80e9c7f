/** A store as it is after years: most leads ended long ago, many wait, and every collection that grows has grown. */
import { entries } from '@sluice/store';
import type { Db, Document } from 'mongodb';

export const LEADS = 6_000;
export const HELD = 1_500;
export const WAITING = 1_000;
const COUNTS = 2_000;
export const CAMPAIGNS = 500;
/** Of another tenant, and past due. */
const OVERDUE = 300;
const ON_HOLD = 2_000;
/** Of all tenants; every hundredth one fails, was opened by an operator or is switched off. */
const RECEIVERS = 2_000;
/** Every hundredth has a change of its configuration that a dead process has left. */
const TENANTS = 2_000;

export const now = new Date();
export const ago = (ms: number) => new Date(now.getTime() - ms);
export const HOUR_MS = 3_600_000;
export const pad = (n: number) => String(n).padStart(26, '0');
const held = (n: number) => n < HELD;
const waits = (n: number) => n >= HELD && n < HELD + WAITING;

type Insert = (name: string, count: number, document: (n: number) => Document) => Promise<unknown>;

/** Fills an empty store: tenants `demo`, `late`, `quiet` and `silent`, and the receivers of many. */
export async function fillStore(db: Db): Promise<void> {
  const insert: Insert = (name, count, document) =>
    db.collection(name).insertMany(
      Array.from({ length: count }, (_, n) => document(n)),
      { ordered: false, writeConcern: { w: 1, journal: false } },
    );
  await insert('leads', LEADS, lead);
  await insert('submissions', LEADS, submission);
  await insert('submissions', OVERDUE, (n) => ({
    _id: `late/sub_${pad(n)}`,
    tenantId: 'late',
    leadId: `lead_${pad(n)}`,
    status: 'pending',
    acceptedAt: ago(HOUR_MS),
    dueAt: ago(1_000 + n),
  }));
  for (const tenantId of ['quiet', 'silent']) await fillOnHold(insert, tenantId);
  await insert('effects', LEADS, effect);
  await insert('counts', COUNTS, count);
  await insert('namesSetAside', COUNTS, (n) => ({
    _id: `demo/campaign.C${n}.waits`,
    tenantId: 'demo',
    count: `demo/campaign.C${n}`,
    open: [{ opening: 'one', names: [`sub_${pad(n)}.routing.0`], at: now }],
    at: now,
  }));
  await insert('ledger', LEADS, sale);
  // What a supplier earned long before the days that it asks for.
  await insert('ledger', 1_000, (n) => ({
    _id: `demo/lead_old_${pad(n)}.cost`,
    tenantId: 'demo',
    ...{ type: 'cost', minor: 1_200, currency: 'USD', supplierId: 'sup_1' },
    occurredAt: ago(1_500 * HOUR_MS),
    receivedAt: ago(1_500 * HOUR_MS),
  }));
  await insert('returns', LEADS, returned);
  await insert('campaigns', CAMPAIGNS, (n) => ({
    _id: `demo/C${n}`,
    tenantId: 'demo',
    item: { campaignId: `C${n}`, name: `Campaign ${n}` },
  }));
  await insert('suppliers', CAMPAIGNS, (n) => ({
    _id: `demo/sup_${n}`,
    tenantId: 'demo',
    item: { supplierId: `sup_${n}`, name: `Supplier ${n}`, ...(n % 20 === 0 && { archivedAt: 'then' }) },
  }));
  await insert('postingLinks', CAMPAIGNS, (n) => ({
    _id: `hash_${n}`,
    ...{ tenantId: 'demo', supplierId: `sup_${n}`, campaignId: `C${n}`, createdAt: now },
  }));
  await insert('apiKeys', CAMPAIGNS, (n) => ({
    _id: `hash_${n}`,
    ...{ tenantId: n % 100 === 0 ? 'demo' : 'late', prefix: 'slk_1234', name: 'x', createdAt: now },
  }));
  await insert('files', LEADS, (n) => ({
    _id: `demo/lead_${pad(n)}.id`,
    tenantId: 'demo',
    leadId: `lead_${pad(n)}`,
    fileKey: 'id',
    ...(n % 2 === 0 ? { status: 'signed' } : { status: 'pending', expiresAt: ago(-HOUR_MS).toISOString() }),
  }));
  await fillReceivers(insert);
  await insert('configurations', TENANTS, (n) => ({
    _id: `t${n}`,
    version: n,
    ...(n % 100 === 0 && { open: { planId: 'p', version: n, at: ago(HOUR_MS), writes: 1 } }),
  }));
  await insert('tenants', TENANTS, (n) => ({
    _id: `t${n}`,
    name: 'x',
    settings: {},
    ...(n % 100 === 0 && { changing: true, changingSince: ago(HOUR_MS) }),
  }));
  for (const [name, { grows }] of entries)
    if (grows && (await db.collection(name).estimatedDocumentCount()) === 0)
      await insert(name, LEADS, belongingToALead);
}

/** A document as any collection may have it, under the key that it has if it belongs to a submission. */
function belongingToALead(n: number): Document {
  return {
    _id: `demo/sub_${pad(n)}.x.0`,
    tenantId: 'demo',
    leadId: `lead_${pad(n)}`,
    about: [pad(n)],
    stage: 'qualification',
    decision: { kind: 'qualified', trace: [] },
    url: '',
    at: ago(n * 1_000),
    updatedAt: ago(n * 1_000).toISOString(),
    expiresAt: ago(-HOUR_MS),
  };
}

/** Leads and effects accepted long ago whose tenant's calls are on hold. */
async function fillOnHold(insert: Insert, tenantId: string): Promise<void> {
  const dueAt = (n: number) => new Date(Date.UTC(7_026, 0, 1) + n);
  await insert('submissions', ON_HOLD, (n) => ({
    _id: `${tenantId}/sub_${pad(n)}`,
    tenantId,
    leadId: `lead_${pad(n)}`,
    status: 'pending',
    acceptedAt: ago(24 * HOUR_MS),
    dueAt: dueAt(n),
  }));
  await insert('effects', ON_HOLD, (n) => ({
    _id: `${tenantId}/sub_${pad(n)}.lead_created.webhook`,
    tenantId,
    submissionId: `sub_${pad(n)}`,
    kind: 'webhook',
    trigger: 'lead_created',
    attempts: [],
    body: {},
    status: 'due',
    dueAt: dueAt(n),
  }));
}

/** Of many tenants. A receiver that failed and works again has left the index of failing ones. */
async function fillReceivers(insert: Insert): Promise<void> {
  const inTrouble = (n: number) => n % 100 === 0;
  const tenantOf = (n: number) => `t${n % 50}`;
  await insert('receivers', RECEIVERS, (n) => ({
    _id: `${tenantOf(n)}/buyer.r${n}`,
    tenantId: tenantOf(n),
    receiver: `r${n}`,
    answers: {
      lastFailedAt: ago(n * 1_000),
      lastCalledAt: ago(n * 1_000),
      ...(inTrouble(n) && { failingSince: ago(HOUR_MS), acceptsNoneSince: ago(HOUR_MS) }),
    },
    circuit: { openUntil: ago(inTrouble(n) ? -HOUR_MS : n * 1_000) },
    order: {
      kind: n % 3 === 0 ? 'open' : 'closed',
      by: 'ada',
      token: `${n}`,
      at: ago(n * 1_000),
      // Most of the circuits that operators opened were for a period that is over.
      ...(inTrouble(n) ? {} : { until: ago(n * 1_000) }),
    },
  }));
  await insert('receivers', RECEIVERS, (n) => ({
    _id: `${tenantOf(n)}/address.r${n}`,
    tenantId: tenantOf(n),
    receiver: `https://hooks.example/${n}`,
    answers: { failingSince: ago(HOUR_MS) },
    ...(inTrouble(n) && { switchedOff: { at: ago(n * 1_000), reason: 'gone', configurations: [] } }),
  }));
  // Trackers, of which most failed last long ago.
  await insert('receivers', RECEIVERS, (n) => ({
    _id: `${tenantOf(n)}/address.p${n}`,
    tenantId: tenantOf(n),
    receiver: `postback:sup_${n}:12345678`,
    answers: { failingSince: ago(2_000 * HOUR_MS) },
    postbackFailedAt: ago(inTrouble(n) ? 1_000 : n * HOUR_MS + HOUR_MS),
  }));
}

/** Most were refused or delivered long ago; every thousandth needs attention. */
function lead(n: number): Document {
  const needsPerson = n % 1_000 === 999;
  // Ten at a time, as in one batch.
  const at = ago(Math.ceil((LEADS - n) / 10) * 10_000);
  return {
    _id: `demo/lead_${pad(n)}`,
    tenantId: 'demo',
    campaignId: `C${n % CAMPAIGNS}`,
    ...(n % 50 === 0 && { supplierId: `sup_${n % 3}`, subIds: { subId1: `site-${n % 7}` } }),
    data: {},
    search: ['ada'],
    createdAt: at,
    updatedAt: at,
    submissionIds: [`sub_${pad(n)}`],
    lastSubmissionId: `sub_${pad(n)}`,
    status: needsPerson ? 'error' : n % 3 === 0 ? 'rejected' : n % 3 === 1 ? 'error' : 'delivered',
    reason: needsPerson ? 'quarantined' : n % 3 === 0 ? 'refused' : 'no_route',
  };
}

/** Some are held until there is room in a count, some wait in a queue, all others have ended; none is past due. */
export function submission(n: number): Document {
  const base = {
    _id: `demo/sub_${pad(n)}`,
    tenantId: 'demo',
    leadId: `lead_${pad(n)}`,
    campaignId: `C${n % CAMPAIGNS}`,
    acceptedAt: ago((LEADS - n) * 1_000),
    data: {},
    kind: 'submit',
    isTest: false,
    first: true,
  };
  if (held(n))
    // All of them are about to be released together, as at the turn of a day; every hundredth waits for another
    // campaign.
    return {
      ...base,
      status: 'queued',
      reason: 'limit',
      heldAt: 0,
      dueAt: ago(-20_000),
      waitsFor: [`campaign.C${n % 100 === 0 ? 1 : 0}`],
    };
  if (waits(n))
    return { ...base, status: 'pending', dueAt: ago(-15_000), ...(n % 500 === 0 && { deaths: 4 }) };
  const placement = { campaignId: base.campaignId, clientId: 'cli_a', at: base.acceptedAt };
  return n % 3 === 2
    ? { ...base, status: 'delivered', endedAt: base.acceptedAt, placement }
    : {
        ...base,
        status: 'error',
        endedAt: base.acceptedAt,
        reason: n % 1_000 === 999 ? 'unknown_outcome' : 'no_route',
      };
}

function effect(n: number): Document {
  const waiting = n % 6 === 0;
  return {
    _id: `demo/sub_${pad(n)}.lead_created.webhook`,
    tenantId: 'demo',
    submissionId: `sub_${pad(n)}`,
    leadId: `lead_${pad(n)}`,
    kind: 'webhook',
    trigger: 'lead_created',
    attempts: [],
    body: {},
    ...(waiting ? { status: 'due', dueAt: ago(-15_000) } : { status: 'done' }),
  };
}

/** Of every campaign that ever was; few have leads on their way. */
function count(n: number): Document {
  const placed = { placed: 3, money: {} };
  const start = ago(HOUR_MS);
  return {
    _id: `demo/campaign.C${n}`,
    tenantId: 'demo',
    zone: 'UTC',
    lifetime: placed,
    ...Object.fromEntries(
      ['hourly', 'daily', 'weekly', 'monthly'].map((type) => [type, { ...placed, start }]),
    ),
    open: n % 400 === 0 ? [{ opening: 'one', names: [`sub_${pad(n)}.routing.0`], at: now }] : [],
    taken: [],
  };
}

/** Of another campaign and client each time; every thousandth is a person's adjustment. */
function sale(n: number): Document {
  const isAdjustment = n % 1_000 === 0;
  return {
    _id: isAdjustment ? `demo/adj_${pad(n)}` : `demo/sub_${pad(n)}.sale`,
    tenantId: 'demo',
    type: isAdjustment ? 'adjustment' : 'sale',
    minor: 4_250,
    currency: 'USD',
    leadId: `lead_${pad(n)}`,
    submissionId: `sub_${pad(n)}`,
    campaignId: `C${n % CAMPAIGNS}`,
    clientId: `cli_${n % CAMPAIGNS}`,
    ...(n % 50 === 0 && { supplierId: `sup_${n % 3}`, subIds: { subId1: `site-${n % 7}` } }),
    ...(!isAdjustment && { placedCampaignId: `C${n % CAMPAIGNS}`, reference: `ref_${n}` }),
    occurredAt: ago(n * 1_000),
    receivedAt: ago(n * 1_000),
  };
}

/** Every hundredth is requested, every thousandth was left by a dead process; the others are approved. */
function returned(n: number): Document {
  return {
    _id: `demo/sub_${pad(n)}.return`,
    tenantId: 'demo',
    returnId: `ret_${pad(n)}`,
    leadId: `lead_${pad(n)}`,
    submissionId: `sub_${pad(n)}`,
    placedCampaignId: `C${n % CAMPAIGNS}`,
    clientId: `cli_${n % CAMPAIGNS}`,
    status: n % 100 === 0 ? 'requested' : 'approved',
    requestedAt: ago(n * 1_000),
    ...(n % 1_000 === 0 && { dueAt: ago(n * 1_000) }),
  };
}
