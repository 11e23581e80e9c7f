import type { Ending, LedgerEntry, Postback, Supplier } from '@sluice/contracts';
import { endOf, isTold, postbackOf, postbackUrl, returnOf, type ToldOf } from './postback.js';

const lead = {
  leadId: 'lead_1',
  submissionId: 'sub_1',
  campaignId: 'MOVED',
  sentTo: 'ACMRU',
  subIds: { subId1: 'site-17', subId2: 'click 1' },
  isTest: false,
};
const supplier = { supplierId: 'sup_1', answerDetail: 'reason' as Supplier['answerDetail'] };
const occurredAt = new Date('2026-03-01T12:00:00Z');
const entry = (type: LedgerEntry['type'], minor: number) =>
  ({ type, minor, currency: 'USD', occurredAt }) as LedgerEntry;
const valuesOf = (told: ToldOf, costs: readonly LedgerEntry[] = [], more: Partial<typeof supplier> = {}) =>
  postbackOf(lead, { ...supplier, ...more }, told, { costs, eventId: 'evt_1' }).body.values;

const end = (kind: Ending['kind'], reason?: string) => ({ kind, reason, trace: [] }) as unknown as Ending;

it.each<[Ending, ToldOf | undefined]>([
  [end('delivered'), { event: 'delivered', outcome: 'accepted' }],
  [end('duplicate', 'duplicate_phone'), { event: 'rejected', outcome: 'duplicate', reason: 'duplicate' }],
  [end('disqualified', 'invalid_field'), { event: 'rejected', outcome: 'rejected', reason: 'invalid' }],
  [end('rejected', 'supplier_limit'), { event: 'rejected', outcome: 'rejected', reason: 'capped' }],
  [end('rejected', 'Words of a buyer'), { event: 'rejected', outcome: 'rejected', reason: 'not_wanted' }],
  [end('failed', 'http_503'), { event: 'rejected', outcome: 'rejected', reason: 'error' }],
  [end('error', 'no_route'), { event: 'rejected', outcome: 'rejected', reason: 'error' }],
  [end('pending_action', 'human_review'), undefined],
  [end('superseded'), undefined],
  [end('void'), undefined],
])('of the end %j a tracker is told %j', (ending, told) => expect(endOf(ending)).toEqual(told));

it('a tracker is told what its settings name, and of no test lead', () => {
  const told = { event: 'rejected', outcome: 'rejected' } as const;
  const postback: Postback = { url: 'https://t.example', method: 'GET', on: ['rejected'] };
  const of = (more: Partial<Postback>, isTest = false) =>
    isTold({ isTest }, { postback: { ...postback, ...more } }, told);
  expect(of({})).toBe(true);
  expect(of({ on: ['delivered', 'returned'] })).toBe(false);
  expect(of({}, true)).toBe(false);
  expect(isTold({ isTest: false }, {}, told)).toBe(false);
});

it('a postback says of a lead what its supplier sees, under one key for each event of a submission', () => {
  const costs = [entry('cost', 1250)];
  const told = { event: 'delivered', outcome: 'accepted' } as const;
  const effect = postbackOf(lead, supplier, told, { costs, eventId: 'evt_1' });
  expect(effect.effectId).toBe('sub_1.postback.delivered');
  expect(effect.body.values).toEqual({
    leadId: 'lead_1',
    outcome: 'accepted',
    payout: '12.5',
    currency: 'USD',
    campaignId: 'ACMRU',
    subId1: 'site-17',
    subId2: 'click 1',
  });
});

it('a return pays 0 once its cost is given back, and has no reason with minimal', () => {
  const costs = [entry('cost', 1200), entry('cost_reversal', -1200)];
  const told = { outcome: 'returned', payout: '0', currency: 'USD' };
  expect(valuesOf(returnOf, costs)).toMatchObject({ ...told, reason: 'returned' });
  expect(valuesOf(returnOf, costs, { answerDetail: 'minimal' })).not.toHaveProperty('reason');
});

it('values are percent-encoded, and what is absent is empty', () => {
  const url = 'https://t.example/{subId1}/{leadId}?a={subId2}&b={payout}&c={reason}';
  const values = { leadId: 'l', subId1: '../x?y#z', subId2: 'ä&b={leadId}' };
  expect(postbackUrl({ url }, values)).toBe(
    'https://t.example/..%2Fx%3Fy%23z/l?a=%C3%A4%26b%3D%7BleadId%7D&b=&c=',
  );
});

it.each([
  [{ subId1: '..', subId2: '..' }, '/a///b'],
  [{ subId1: '.', subId2: 'x' }, '/a//x/b'],
])('no values %j make a path go up', (values, path) => {
  const { pathname, host } = new URL(postbackUrl({ url: 'https://t.example/a/{subId1}/{subId2}/b' }, values));
  expect({ pathname, host }).toEqual({ pathname: path, host: 't.example' });
});
