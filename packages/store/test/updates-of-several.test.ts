/** Bulk updates of which some leads cannot take the change, also because another writer changed them meanwhile. */
import { accepted, aSubmission, duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import type { LeadRecord } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import type { Stores } from '../src/index.js';
import { LeadUpdates } from '../src/leads/lead-updates.js';
import type { LeadDocument } from '../src/leads/leads.js';
import type { ReportMarks } from '../src/reports/report-marks.js';
import { afterRead } from './after-read.js';
import { reportMarksOf } from './report-marks.js';

const world = duringTests(openWorld);
let stores: Stores;
let leads: Collection<LeadDocument>;
let reportMarks: ReportMarks;
beforeAll(async () => {
  ({ stores } = world);
  leads = world.db.collection('leads');
  reportMarks = reportMarksOf(world.db, 'demo');
});

const refusal = new Error('the lead is too large');
const approved = (lead: LeadRecord) => ({
  lead: { ...lead, approvalStatus: 'approved' as const },
  search: [],
});
/** Approves leads, and refuses one whose data has a mark. */
const unlessMarked = (lead: LeadRecord) => {
  if (lead.data.flags?.['marked'] === true) throw refusal;
  return approved(lead);
};
const accept = async (...names: string[]) => {
  for (const name of names) await stores.accept(accepted(aSubmission({ submissionId: `sub_${name}` })));
  return names.map((name) => `lead_${name}`);
};
const isApproved = async (leadId: string) =>
  (await stores.forTenant('demo').leads.find(leadId))?.approvalStatus === 'approved';

const mark = async (leadId: string) => {
  const { matchedCount } = await leads.updateOne(
    { _id: `demo/${leadId}` },
    { $set: { 'data.flags': { marked: true } }, $inc: { revision: 1 } },
  );
  expect(matchedCount).toBe(1);
};

const markedMeanwhile = (leadId: string) =>
  new LeadUpdates(
    afterRead(leads, () => mark(leadId)),
    reportMarks,
    'demo',
  );

describe('an update of several leads', () => {
  it('changes none of them if one cannot take the change', async () => {
    const [a, b, c] = (await accept('a1', 'b1', 'c1')) as [string, string, string];
    await mark(b);
    const all = new LeadUpdates(leads, reportMarks, 'demo').apply([a, b, c], unlessMarked);
    await expect(all).rejects.toBe(refusal);
    // A write that had begun would be done before these.
    await new LeadUpdates(leads, reportMarks, 'demo').apply([a, c], (lead) => ({
      lead: { ...lead, isTest: true },
      search: [],
    }));
    expect([await isApproved(a), await isApproved(b), await isApproved(c)]).toEqual([false, false, false]);
  });

  it('refuses a lead that another writer changed meanwhile, if no lead has been changed yet', async () => {
    const [only] = (await accept('a2')) as [string];
    const update = markedMeanwhile(only).apply([only], unlessMarked);
    await expect(update).rejects.toBe(refusal);
    expect(await isApproved(only)).toBe(false);
  });

  it('does not report a refusal once another lead has been changed, because a refusal changes nothing', async () => {
    const [a, b] = (await accept('a3', 'b3')) as [string, string];
    const update = markedMeanwhile(b).apply([a, b], unlessMarked);
    const error = await update.then(
      () => undefined,
      (failed: unknown) => failed,
    );
    expect(error).toMatchObject({ cause: refusal });
    expect([await isApproved(a), await isApproved(b)]).toEqual([true, false]);
    // The repeat begins anew, so its refusal is exact.
    await expect(new LeadUpdates(leads, reportMarks, 'demo').apply([a, b], unlessMarked)).rejects.toBe(
      refusal,
    );
  });
});
