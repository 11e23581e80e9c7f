import { reasonClasses, type LeadRecord, type LedgerEntry, type SubmissionStatus } from '@sluice/contracts';
import { supplierLead } from './supplier-lead.js';

const at = new Date('2026-03-01T12:00:00Z');
const lead: LeadRecord = {
  tenantId: 'demo',
  leadId: 'lead_1',
  campaignId: 'MOVED',
  clientId: 'cli_secret',
  supplierId: 'sup_1',
  sentTo: 'ACMRU',
  subIds: { subId1: 'site-17' },
  data: { firstName: 'Ada' },
  isTest: false,
  status: 'delivered',
  createdAt: at,
  updatedAt: at,
  lastSubmissionId: 'sub_2',
};
const entry = (type: LedgerEntry['type'], minor: number, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  entryId: `${type}.${minor}`,
  type,
  minor,
  currency: 'USD',
  leadId: 'lead_1',
  submissionId: 'sub_2',
  campaignId: 'ACMRU',
  occurredAt: at,
  receivedAt: at,
  ...more,
});
const seen = (
  status: SubmissionStatus,
  reason?: string,
  { entries = [], more = {}, answerDetail = 'reason' as const }: Partial<Seen> = {},
) =>
  supplierLead(
    { lead: { ...lead, ...more }, last: { submissionId: 'sub_2', status, reason }, entries },
    { answerDetail },
  );
interface Seen {
  readonly entries: readonly LedgerEntry[];
  readonly more: Partial<LeadRecord>;
  readonly answerDetail: 'reason' | 'minimal';
}

it('a lead is seen by its supplier as it was sent, and nothing else of it', () => {
  expect(seen('delivered')).toEqual({
    leadId: 'lead_1',
    submittedAt: at.toISOString(),
    campaignId: 'ACMRU',
    outcome: 'accepted',
    subIds: { subId1: 'site-17' },
  });
  expect(seen('pending', undefined, { more: { isTest: true, subIds: undefined } })).toMatchObject({
    outcome: 'pending',
    isTest: true,
    subIds: {},
  });
});

it.each<[SubmissionStatus, string | undefined, string, string | undefined]>([
  ['pending', undefined, 'pending', undefined],
  ['queued', 'client_daily_budget_full', 'pending', 'capped'],
  ['queued', 'outside_hours', 'pending', 'capped'],
  ['pending_action', 'human_review', 'pending', undefined],
  ['pending_action', 'unknown_outcome', 'pending', undefined],
  ['disqualified', 'invalid_field', 'rejected', 'invalid'],
  ['disqualified', 'disqualifying_condition', 'rejected', 'filtered'],
  ['disqualified', 'ai_not_eligible', 'rejected', 'filtered'],
  ['duplicate', 'duplicate_phone', 'duplicate', 'duplicate'],
  ['duplicate', 'Secret: we know this one', 'duplicate', 'duplicate'],
  ['rejected', 'supplier_limit', 'rejected', 'capped'],
  ['rejected', 'daily_limit_full', 'rejected', 'capped'],
  ['rejected', 'no_buyer', 'rejected', 'not_wanted'],
  ['rejected', 'refused_by_all', 'rejected', 'not_wanted'],
  ['rejected', 'too_old', 'rejected', 'not_wanted'],
  ['rejected', 'http_422', 'rejected', 'not_wanted'],
  ['rejected', 'Secret words of a buyer', 'rejected', 'not_wanted'],
  ['failed', 'http_503', 'rejected', 'error'],
  ['failed', 'timeout', 'rejected', 'error'],
  ['error', 'no_route', 'rejected', 'error'],
  ['superseded', undefined, 'rejected', 'error'],
])(
  'a lead whose last submission is %s, reason %j, is %s for the reason %j',
  (status, why, outcome, reason) => {
    expect(seen(status, why)).toMatchObject({ outcome, ...(reason !== undefined && { reason }) });
    if (reason === undefined) expect(seen(status, why)).not.toHaveProperty('reason');
    else expect(reasonClasses).toContain(reason);
    expect(seen(status, why, { answerDetail: 'minimal' })).not.toHaveProperty('reason');
  },
);

it('a lead that came back is rejected, whether the ledger or a person says so', () => {
  const returned = { outcome: 'rejected', reason: 'returned' };
  expect(seen('delivered', undefined, { entries: [entry('return', -4250)] })).toMatchObject(returned);
  expect(seen('delivered', undefined, { more: { status: 'returned' } })).toMatchObject(returned);
  // Of an earlier sale, and a status that a person set otherwise.
  const earlier = entry('return', -4250, { submissionId: 'sub_1' });
  expect(seen('delivered', undefined, { entries: [earlier], more: { status: 'contacted' } })).toMatchObject({
    outcome: 'accepted',
  });
});

it('what a lead pays is its costs less their reversals, once there was any', () => {
  const cost = entry('cost', 1200);
  expect(seen('delivered', undefined, { entries: [cost] })).toMatchObject({
    payout: { amount: 12, currency: 'USD' },
  });
  const entries = [cost, entry('cost_reversal', -1200)];
  expect(seen('delivered', undefined, { entries })).toMatchObject({ payout: { amount: 0, currency: 'USD' } });
});

it('what a lead pays in several currencies is neither added up nor lost', () => {
  const later = { occurredAt: new Date(at.getTime() + 1), currency: 'EUR' };
  const dollars = entry('cost', 1200);
  const euros = entry('cost', 300, later);
  const pays = (...entries: readonly LedgerEntry[]) => {
    const { payout, otherPayouts } = seen('delivered', undefined, { entries });
    return [payout, ...(otherPayouts ?? [])];
  };
  const [twelve, three] = [
    { amount: 12, currency: 'USD' },
    { amount: 3, currency: 'EUR' },
  ];
  expect(pays(dollars, euros)).toEqual([three, twelve]);
  // What was given back is not in the way of what is left.
  expect(pays(dollars, euros, entry('cost_reversal', -300, later))).toEqual([twelve]);
  expect(pays(dollars, entry('cost_reversal', -1200), euros)).toEqual([three]);
  const all = [dollars, entry('cost_reversal', -1200), euros, entry('cost_reversal', -300, later)];
  expect(pays(...all)).toEqual([{ amount: 0, currency: 'EUR' }]);
});
