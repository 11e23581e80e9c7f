import type { Decision, Stage } from '@sluice/contracts';
import { campaignOf } from '../../test/builders.js';
import {
  delivered,
  effects,
  failing,
  keys,
  matching,
  now,
  ofKind,
  pixelRule,
  qualified,
  quiet,
} from '../../test/effects.js';

const trace = [] as const;

describe('pixel rules', () => {
  const rejected = { kind: 'rejected', reason: 'x', trace } as const;

  it.each<[string, Stage, Decision]>([
    ['lead_submitted', 'qualification', { kind: 'disqualified', reason: 'x', trace }],
    ['lead_qualified', 'qualification', qualified],
    ['lead_qualified', 'action', qualified],
    ['lead_delivered', 'delivery', delivered],
    ['lead_rejected', 'delivery', rejected],
    ['lead_rejected', 'routing', rejected],
  ])('fire at %s on %s %j', (triggerPoint, stage, decision) => {
    const rules = ['lead_submitted', 'lead_qualified', 'lead_delivered', 'lead_rejected', 'document_signed'];
    const all = campaignOf({
      pixelRules: rules.map((point) => pixelRule({ id: point, triggerPoint: point })),
    });
    const fired = effects(decision, { ...quiet, stage, campaign: all }).map(({ trigger }) => trigger);
    expect(fired).toContain(triggerPoint);
    expect(fired).not.toContain('document_signed');
    if (stage !== 'qualification') expect(fired).toEqual([triggerPoint]);
  });

  it('fire once per submission, or once per lead where the rule is fireOnce', () => {
    const pixelRules = [pixelRule({ id: 'often' }), pixelRule({ id: 'once', fireOnce: true })];
    expect(keys(qualified, { ...quiet, campaign: campaignOf({ pixelRules }) })).toEqual([
      'sub_1.lead_qualified.pixel.ACMRU.often',
      'lead_1.pixel.ACMRU.once',
    ]);
  });

  it('never fire for test leads', () => {
    const all = campaignOf({
      pixelRules: [pixelRule(), pixelRule({ id: 'b', triggerPoint: 'lead_submitted' })],
    });
    expect(keys(qualified, { ...quiet, campaign: all, submission: { isTest: true } })).toEqual([]);
  });

  it.each([
    [{}, true],
    [{ active: false }, false],
    [{ conditions: matching }, true],
    [{ conditions: failing }, false],
    [{ conditions: { ...matching, isActive: false } }, false],
    [{ conditions: {} }, false],
  ])('with %j fire: %s', (more, fires) => {
    expect(
      keys(qualified, { ...quiet, campaign: campaignOf({ pixelRules: [pixelRule(more)] }) }),
    ).toHaveLength(fires ? 1 : 0);
  });

  it('with fireOnce have the same event id for a lead and rule in every submission', () => {
    const of = (fireOnce: boolean, submissionId: string) => {
      const pixelRules = [pixelRule({ fireOnce })];
      const submission = { submissionId, first: false };
      const fired = effects(qualified, { ...quiet, campaign: campaignOf({ pixelRules }), submission });
      return ofKind('pixel', fired)[0]?.body.order.eventId;
    };
    expect(of(true, 'sub_1')).toBe(of(true, 'sub_2'));
    expect(of(false, 'sub_1')).toBe(of(false, 'sub_1'));
    expect(of(false, 'sub_1')).not.toBe(of(false, 'sub_2'));
    expect(of(true, 'sub_1')).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each<[Record<string, unknown>, Record<string, unknown>, Record<string, unknown>]>([
    [{ price: 40 }, {}, { value: 40 }],
    [{ price: 40, currency: 'EUR' }, {}, { value: 40, currency: 'EUR' }],
    [{ price: 40, currency: 'EUR' }, { currency: 'usd' }, { value: 40, currency: 'EUR' }],
    [{ price: 0, currency: 'JPY' }, {}, { value: 0, currency: 'JPY' }],
    [
      { price: 40, currency: 'EUR' },
      { eventValueOverride: 0, currency: 'usd' },
      { value: 0, currency: 'USD' },
    ],
    [{ price: 40, currency: 'EUR' }, { eventValueOverride: 5 }, { value: 5 }],
    [{ price: undefined, currency: undefined }, {}, {}],
  ])(
    "of a sale %j, a rule %j sends %j: its own value, or else the buyer's price in its currency",
    (sale, rule, money) => {
      const pixelRules = [pixelRule({ triggerPoint: 'lead_delivered', ...rule })];
      const [fired] = effects(
        { ...delivered, ...sale },
        { ...quiet, stage: 'delivery', campaign: campaignOf({ pixelRules }) },
      );
      const { order } = ofKind('pixel', [fired!])[0]!.body;
      const { value, currency } = order;
      expect({ value, currency }).toEqual(money);
      expect(order).toMatchObject({ actionSource: 'system_generated', at: now.toISOString() });
    },
  );
});

it("a buyer's no that is passed on fires no pixel and books no milestone", () => {
  const passedOn = { kind: 'passed_on', reason: 'no', asked: [], trace } as const;
  const campaign = campaignOf({
    pixelRules: ['lead_rejected', 'lead_delivered'].map((at) => pixelRule({ id: at, triggerPoint: at })),
    revenueMilestones: ['rejected', 'delivered'].map((leadStatus) => ({ leadStatus, amount: 250 })),
  });
  expect(effects(passedOn, { ...quiet, stage: 'delivery', campaign })).toEqual([]);
});
