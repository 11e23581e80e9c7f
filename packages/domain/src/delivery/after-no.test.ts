import type { AskedBuyer, DeliveryDecision } from '@sluice/contracts';
import { asked, campaignOf, inState, type Sent } from '../../test/builders.js';
import { afterNo, type AfterNo } from './after-no.js';

const trace = [{ looked: 'attempt', at: '1', verdict: 'failed' }] as const;
const no = (kind: 'rejected' | 'duplicate' | 'failed', reason = 'too old'): DeliveryDecision => ({
  kind,
  reason,
  trace,
});
const groups = [{ name: 'all', members: [{ campaignId: 'AA' }, { campaignId: 'BB' }] }];

function after(decision: DeliveryDecision, sent: Sent = {}, more: Partial<AfterNo> = {}): DeliveryDecision {
  const own = campaignOf({ campaignId: 'OWN', distribution: { groups }, ...sent });
  const routed = { campaignId: 'AA', clientId: 'cli_acme' };
  return afterNo(decision, { own, routed, isForOneBuyer: false, tookItBefore: false, ...more });
}

describe("a buyer's no", () => {
  it.each([
    ['rejected', 'refused'],
    ['duplicate', 'duplicate'],
  ] as const)('passes the lead on when it is %s', (kind, outcome) => {
    expect(after(no(kind))).toEqual({
      kind: 'passed_on',
      reason: 'too old',
      asked: [{ campaignId: 'AA', clientId: 'cli_acme', outcome, reason: 'too old' }],
      trace,
    });
  });

  it('of a buyer that could not be reached ends it, unless nextOn names that', () => {
    expect(after(no('failed')).kind).toBe('failed');
    expect(after(no('failed'), { distribution: { groups, nextOn: ['failed'] } }).kind).toBe('passed_on');
  });

  it('ends it with an empty nextOn', () => {
    expect(after(no('rejected'), { distribution: { groups, nextOn: [] } })).toEqual(no('rejected'));
  });

  it('ends it if every campaign that its own names was asked', () => {
    const single = { distribution: { groups: [{ name: 'one', members: [{ campaignId: 'AA' }] }] } };
    expect(after(no('rejected'), single)).toEqual(no('rejected'));
    expect(after(no('rejected'), { ...single, fallbackCampaigns: ['FB'] }).kind).toBe('passed_on');
    const routingRules = [{ ...inState('CA'), routeTo: { clientName: 'Borden', offerName: 'Roundup' } }];
    expect(after(no('rejected'), { ...single, routingRules }).kind).toBe('passed_on');
    expect(
      after(no('rejected'), { distribution: undefined }, { routed: { campaignId: 'OWN', clientId: 'c' } }),
    ).toEqual(no('rejected'));
  });

  it('ends a submission that is for one buyer only', () => {
    expect(after(no('rejected'), {}, { isForOneBuyer: true })).toEqual(no('rejected'));
  });

  it('ends it if a client calls it a duplicate that took it in an earlier submission', () => {
    expect(after(no('duplicate'), {}, { tookItBefore: true })).toEqual(no('duplicate'));
    expect(after(no('rejected'), {}, { tookItBefore: true }).kind).toBe('passed_on');
  });

  it('never passes a lead of unknown outcome on', () => {
    for (const kind of ['rejected', 'failed'] as const)
      expect(after(no(kind, 'unknown_outcome'))).toEqual(no(kind, 'unknown_outcome'));
    const waiting = { kind: 'pending_action', reason: 'unknown_outcome', trace } as const;
    expect(after(waiting)).toEqual(waiting);
  });

  it('leaves an error and a sale as they are', () => {
    for (const decision of [
      { kind: 'error', reason: 'impossible', trace },
      { kind: 'delivered', campaignId: 'AA', clientId: 'cli_acme', trace },
    ] as const)
      expect(after(decision)).toEqual(decision);
  });
});

describe('the last of several noes', () => {
  const routed = (...before: readonly AskedBuyer[]) => ({
    routed: { campaignId: 'BB', clientId: 'cli_acme', asked: before },
  });

  it('is the end with its reason if all were alike', () => {
    expect(after(no('rejected'), {}, routed(asked('AA')))).toEqual(no('rejected'));
    expect(after(no('duplicate'), {}, routed(asked('AA', 'duplicate')))).toEqual(no('duplicate'));
  });

  it('is a refusal by all if they differ', () => {
    expect(after(no('duplicate'), {}, routed(asked('AA')))).toEqual(no('rejected', 'refused_by_all'));
    expect(after(no('failed'), {}, routed(asked('AA')))).toEqual(no('rejected', 'refused_by_all'));
  });

  it('comes at the latest from the tenth buyer', () => {
    const nine = Array.from({ length: 9 }, (_, n) => asked(`X${n}`));
    const more = { fallbackCampaigns: ['FB'] };
    expect(after(no('rejected'), more, routed(...nine)).kind).toBe('rejected');
    expect(after(no('rejected'), more, routed(...nine.slice(1))).kind).toBe('passed_on');
  });
});
