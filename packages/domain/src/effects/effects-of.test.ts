import {
  campaignSchema,
  type Campaign,
  type Decision,
  type Stage,
  type SubmissionRecord,
} from '@sluice/contracts';
import fc from 'fast-check';
import { effectsOf, type DecisionOccasion } from './effects-of.js';

const now = new Date('2026-03-01T23:30:00Z');
const trace = [] as const;
const data = { firstName: 'Ann', email: 'ann@example.com', questionnaire: { injury: 'yes' } };

function campaign(more: Record<string, unknown> = {}): Campaign {
  return campaignSchema.parse({
    campaignId: 'ACMRU',
    name: 'Acme',
    clientId: 'cli_acme',
    offerId: 'off_1',
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    ...more,
  });
}

const submission: SubmissionRecord = {
  tenantId: 'demo',
  submissionId: 'sub_1',
  leadId: 'lead_1',
  campaignId: 'ACMRU',
  kind: 'submit',
  isTest: false,
  data,
  acceptedAt: now,
  first: true,
  status: 'pending',
};

interface Given {
  stage?: Stage;
  submission?: Partial<SubmissionRecord>;
  campaign?: Campaign | undefined;
  placedWith?: Campaign;
  hooks?: boolean;
  timezone?: string;
  now?: Date;
}

function effects(decision: Decision, given: Given = {}) {
  let minted = 0;
  const sent = { ...submission, ...given.submission };
  const occasion: DecisionOccasion = {
    tenantId: 'demo',
    submission: sent,
    campaign: 'campaign' in given ? given.campaign : campaign(),
    placedWith: given.placedWith,
    tenantSettings: given.hooks === false ? {} : { webhooks: { url: 'https://hooks.example' } },
    facts: {
      leadId: sent.leadId,
      campaignId: sent.campaignId,
      isTest: sent.isTest,
      data,
      files: [],
      valueSets: new Map(),
      now: given.now ?? now,
      ...(given.timezone !== undefined && { timezone: given.timezone }),
    },
    stage: given.stage ?? 'qualification',
    decision,
    mintEventId: () => `evt_${(minted += 1)}`,
    now: given.now ?? now,
  };
  return effectsOf(occasion);
}

const keys = (...args: Parameters<typeof effects>) => effects(...args).map(({ effectId }) => effectId);
const body = (effectId: string, ...args: Parameters<typeof effects>) =>
  effects(...args).find((effect) => effect.effectId === effectId)?.body;

const delivered = {
  kind: 'delivered',
  campaignId: 'BORRU',
  clientId: 'cli_b',
  price: 40,
  reference: 'r',
  trace,
} as const;
const qualified = { kind: 'qualified', trace } as const;

describe('events', () => {
  it.each<[Stage, Decision, string[]]>([
    ['qualification', qualified, ['lead.created', 'lead.qualified']],
    ['qualification', { kind: 'disqualified', reason: 'x', trace }, ['lead.created', 'lead.disqualified']],
    ['qualification', { kind: 'duplicate', reason: 'x', trace }, ['lead.created', 'lead.duplicate']],
    [
      'qualification',
      { kind: 'pending_action', reason: 'x', trace },
      ['lead.created', 'lead.first_submission_action'],
    ],
    ['qualification', { kind: 'awaiting_action', trace }, ['lead.created', 'lead.first_submission_action']],
    ['qualification', { kind: 'error', reason: 'x', trace }, ['lead.created', 'lead.failed']],
    ['qualification', { kind: 'superseded', by: 'sub_2', trace }, []],
    ['qualification', { kind: 'void', trace }, []],
    ['action', qualified, ['lead.qualified']],
    ['action', { kind: 'pending_action', reason: 'x', trace }, []],
    ['routing', { kind: 'routed', campaignId: 'A', clientId: 'c', slots: [], reservedAt: now, trace }, []],
    [
      'routing',
      { kind: 'held', reason: 'x', campaignId: 'A', until: now, waitsFor: [], trace },
      ['lead.queued'],
    ],
    ['routing', { kind: 'rejected', reason: 'no_capacity', trace }, ['lead.rejected']],
    ['routing', { kind: 'error', reason: 'no_route', trace }, ['lead.failed']],
    ['delivery', delivered, ['lead.delivered']],
    ['delivery', { kind: 'rejected', reason: 'x', trace }, ['lead.rejected']],
    ['delivery', { kind: 'duplicate', reason: 'x', trace }, ['lead.duplicate']],
    ['delivery', { kind: 'failed', reason: 'x', trace }, ['lead.failed']],
    ['delivery', { kind: 'pending_action', reason: 'unknown_outcome', trace }, []],
  ])('%s %j tells %j', (stage, decision, events) => {
    expect(keys(decision, { stage })).toEqual(events.map((event) => `sub_1.${event}.webhook`));
  });

  it('tells of a new lead only once, with its first submission', () => {
    expect(keys(qualified, { submission: { first: false } })).toEqual(['sub_1.lead.qualified.webhook']);
  });

  it('says nothing on the way of a repost that skips qualification, but tells of its end', () => {
    const retry = { kind: 'repost', first: false, retryOf: 'sub_0' } as const;
    expect(keys(qualified, { submission: retry })).toEqual([]);
    expect(keys(delivered, { submission: retry, stage: 'delivery' })).toEqual([
      'sub_1.lead.delivered.webhook',
    ]);
  });

  it('names the person, the outcome and the buyer, and no more of the lead', () => {
    expect(body('sub_1.lead.delivered.webhook', delivered, { stage: 'delivery' })).toEqual({
      message: {
        id: 'evt_1',
        type: 'lead.delivered',
        timestamp: now.toISOString(),
        tenantId: 'demo',
        campaignId: 'ACMRU',
        leadId: 'lead_1',
        submissionId: 'sub_1',
        data: {
          status: 'delivered',
          deliveredTo: { campaignId: 'BORRU', clientId: 'cli_b' },
          price: 40,
          reference: 'r',
          lead: { firstName: 'Ann', email: 'ann@example.com' },
        },
      },
    });
  });

  it('marks test leads', () => {
    expect(effects(delivered, { stage: 'delivery', submission: { isTest: true } })[0]?.body).toMatchObject({
      message: { data: { isTest: true } },
    });
  });

  it('makes no effect where nobody listens', () => {
    expect(keys(qualified, { hooks: false })).toEqual([]);
    expect(keys(qualified, { campaign: campaign({ webhooks: { enabled: false } }) })).toEqual([]);
    const choosy = campaign({ webhooks: { events: { 'lead.qualified': true } } });
    expect(keys(qualified, { campaign: choosy })).toEqual(['sub_1.lead.qualified.webhook']);
  });

  it('tells the tenant even when the campaign is gone', () => {
    expect(keys(qualified, { campaign: undefined })).toContain('sub_1.lead.qualified.webhook');
  });
});

const rule = (more: Record<string, unknown> = {}) => ({
  id: 'px1',
  triggerPoint: 'lead_qualified',
  pixelId: '123',
  platform: 'facebook',
  eventName: 'Lead',
  ...more,
});
const matching = {
  logicalOperator: 'AND',
  subRules: [{ conditions: [{ field: 'injury', operator: 'equals', value: ['yes'] }] }],
};
const failing = {
  logicalOperator: 'AND',
  subRules: [{ conditions: [{ field: 'injury', operator: 'equals', value: ['no'] }] }],
};
const quiet = { hooks: false } as const;

describe('pixels', () => {
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
    const all = campaign({ pixelRules: rules.map((point) => rule({ id: point, triggerPoint: point })) });
    const fired = effects(decision, { ...quiet, stage, campaign: all }).map(({ trigger }) => trigger);
    expect(fired).toContain(triggerPoint);
    expect(fired).not.toContain('document_signed');
    if (stage !== 'qualification') expect(fired).toEqual([triggerPoint]);
  });

  it('fire once per submission, or once per lead where the rule says so', () => {
    const pixelRules = [rule({ id: 'often' }), rule({ id: 'once', fireOnce: true })];
    expect(keys(qualified, { ...quiet, campaign: campaign({ pixelRules }) })).toEqual([
      'sub_1.lead_qualified.pixel.ACMRU.often',
      'lead_1.pixel.ACMRU.once',
    ]);
  });

  it('never fire for test leads', () => {
    const all = campaign({ pixelRules: [rule(), rule({ id: 'b', triggerPoint: 'lead_submitted' })] });
    expect(keys(qualified, { ...quiet, campaign: all, submission: { isTest: true } })).toEqual([]);
  });

  it.each([
    [{}, true],
    [{ active: false }, false],
    [{ conditions: matching }, true],
    [{ conditions: failing }, false],
    [{ conditions: { ...matching, isActive: false } }, false],
    [{ conditions: {} }, false],
  ])('of a rule with %j fire: %s', (more, fires) => {
    expect(keys(qualified, { ...quiet, campaign: campaign({ pixelRules: [rule(more)] }) })).toHaveLength(
      fires ? 1 : 0,
    );
  });

  it('carry the same event id for the same lead and rule, whatever the submission, when they fire once', () => {
    const of = (fireOnce: boolean, submissionId: string) => {
      const pixelRules = [rule({ fireOnce })];
      const [effect] = effects(qualified, {
        ...quiet,
        campaign: campaign({ pixelRules }),
        submission: { submissionId, first: false },
      });
      return (effect?.body['order'] as { eventId: string }).eventId;
    };
    expect(of(true, 'sub_1')).toBe(of(true, 'sub_2'));
    expect(of(false, 'sub_1')).toBe(of(false, 'sub_1'));
    expect(of(false, 'sub_1')).not.toBe(of(false, 'sub_2'));
    expect(of(true, 'sub_1')).toMatch(/^[0-9a-f]{32}$/);
  });

  it("are worth the rule's value, else the buyer's price", () => {
    const order = (more: Record<string, unknown>) => {
      const pixelRules = [rule({ triggerPoint: 'lead_delivered', ...more })];
      return effects(delivered, { ...quiet, stage: 'delivery', campaign: campaign({ pixelRules }) })[0]?.body;
    };
    expect(order({})).toMatchObject({
      order: { value: 40, actionSource: 'system_generated', at: now.toISOString() },
    });
    expect(order({ eventValueOverride: 0, currency: 'eur' })).toMatchObject({
      order: { value: 0, currency: 'EUR' },
    });
  });
});

describe('milestones', () => {
  const milestone = (more: Record<string, unknown> = {}) => ({
    leadStatus: 'delivered',
    amount: 250,
    ...more,
  });
  const booked = (more: Record<string, unknown>, given: Given = {}) =>
    keys(delivered, {
      ...quiet,
      stage: 'delivery',
      campaign: campaign({ revenueMilestones: [milestone(more)] }),
      ...given,
    });

  it('book once per lead', () => {
    const once = ['lead_1.milestone.ACMRU.~0'];
    expect(booked({})).toEqual(once);
    expect(booked({}, { submission: { submissionId: 'sub_2' } })).toEqual(once);
  });

  it('say what was booked', () => {
    const revenueMilestones = [milestone({ leadStatus: 'rejected' }), milestone({ currency: 'eur' })];
    const [effect] = effects(delivered, {
      ...quiet,
      stage: 'delivery',
      campaign: campaign({ revenueMilestones }),
    });
    expect(effect).toMatchObject({
      effectId: 'lead_1.milestone.ACMRU.~1',
      kind: 'milestone',
      campaignId: 'ACMRU',
      body: { leadStatus: 'delivered', amount: 250, currency: 'EUR' },
    });
  });

  it.each([
    [{ active: false }, 'UTC', false],
    [{ conditions: matching }, 'UTC', true],
    [{ conditions: failing }, 'UTC', false],
    [{ validFrom: '2026-03-01', validTo: '2026-03-01' }, 'UTC', true],
    [{ validFrom: '2026-03-02' }, 'UTC', false],
    [{ validFrom: '2026-03-02' }, 'Europe/Berlin', true],
    [{ validTo: '2026-02-28' }, 'UTC', false],
    [{ validTo: '2026-03-01' }, 'Europe/Berlin', false],
  ])('with %j in %s book: %s', (more, timezone, books) => {
    expect(booked(more, { timezone })).toHaveLength(books ? 1 : 0);
  });

  it('are those of the campaign that took the lead', () => {
    const placedWith = campaign({ campaignId: 'BORRU', revenueMilestones: [milestone({ amount: 9 })] });
    expect(booked({}, { placedWith })).toEqual(['lead_1.milestone.BORRU.~0']);
  });

  it('earn nothing with test leads', () => {
    expect(booked({}, { submission: { isTest: true } })).toEqual([]);
  });

  it.each<[string, Stage, Decision]>([
    ['pending', 'qualification', qualified],
    ['qualified', 'qualification', qualified],
    ['queued', 'routing', { kind: 'held', reason: 'x', campaignId: 'A', until: now, waitsFor: [], trace }],
    ['failed', 'delivery', { kind: 'failed', reason: 'x', trace }],
  ])('of status %s book at %s', (leadStatus, stage, decision) => {
    const revenueMilestones = [milestone({ leadStatus })];
    expect(keys(decision, { ...quiet, stage, campaign: campaign({ revenueMilestones }) })).toHaveLength(1);
  });
});

describe('the first-submission webhook', () => {
  const gated = campaign({
    firstSubmissionAction: { action: 'webhook', webhook: { url: 'https://gate.example' } },
  });
  const awaiting = { kind: 'awaiting_action', trace } as const;

  it('is an effect of its own that carries the whole lead', () => {
    const effect = effects(awaiting, { ...quiet, campaign: gated })[0];
    expect(effect).toMatchObject({
      effectId: 'sub_1.lead.first_submission_action.action',
      kind: 'action',
      body: { message: { type: 'lead.first_submission_action', data: { action: 'webhook', lead: data } } },
    });
    expect((effect?.body['message'] as { id: string }).id).toBe(effect?.eventId);
  });

  it('tells listeners which action was begun', () => {
    const reviewed = campaign({
      firstSubmissionAction: { action: 'human_review', humanReview: { reason: 'big', priority: 'high' } },
    });
    const decision = { kind: 'pending_action', reason: 'human_review', trace } as const;
    expect(
      body('sub_1.lead.first_submission_action.webhook', decision, { campaign: reviewed }),
    ).toMatchObject({
      message: {
        data: { status: 'pending_action', action: 'human_review', reason: 'big', priority: 'high' },
      },
    });
  });

  it('tells that the lead is under way while a webhook is asked', () => {
    const asking = campaign({
      firstSubmissionAction: { action: 'webhook', webhook: { url: 'https://crm.example/first' } },
    });
    const decision = { kind: 'awaiting_action', trace } as const;
    expect(body('sub_1.lead.first_submission_action.webhook', decision, { campaign: asking })).toMatchObject({
      message: { data: { status: 'pending', action: 'webhook' } },
    });
  });
});

describe('effect keys', () => {
  const name = fc.oneof(fc.constantFrom('px1', 'a.b', 'a/b', '~0', ''), fc.string({ unit: 'binary' }));

  it('are unique, free of slashes and the same whenever they are asked for', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 6 }), (names) => {
        const busy = {
          ...campaign({ revenueMilestones: names.map(() => ({ leadStatus: 'qualified', amount: 1 })) }),
          pixelRules: names.map((id, index) => ({
            ...rule({ fireOnce: index % 2 === 0 }),
            id,
          })) as Campaign['pixelRules'],
          documents: names.map((documentId) => ({ documentId, isActive: true, autoSend: true })),
        };
        const found = keys(qualified, { campaign: busy });
        expect(new Set(found).size).toBe(found.length);
        expect(found).toHaveLength(2 + 4 * names.length);
        expect(found.every((id) => /^(sub_1|lead_1)\.[A-Za-z0-9_.:~-]+$/.test(id))).toBe(true);
        expect(keys(qualified, { campaign: busy })).toEqual(found);
      }),
    );
  });
});
