/** Shorthands for the effects of a decision: about a submission to `ACMRU`, with every receiver configured. */
import type {
  Campaign,
  Client,
  Decision,
  EffectKind,
  NewEffect,
  Stage,
  SubmissionRecord,
} from '@sluice/contracts';
import { effectsOf, type DecisionOccasion } from '../src/effects/effects-of.js';
import { campaignOf } from './builders.js';
import { factsOf } from './facts.js';

/** When the decision is made: already the next day in Berlin. */
export const now = new Date('2026-03-01T23:30:00Z');

/** The lead's data. */
export const data = { firstName: 'Ann', email: 'ann@example.com', questionnaire: { injury: 'yes' } };

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

/** Deviations from the defaults. */
export interface Given {
  stage?: Stage;
  submission?: Partial<SubmissionRecord>;
  campaign?: Campaign | undefined;
  placedWith?: Campaign;
  client?: Client | undefined;
  hooks?: boolean;
  timezone?: string;
}

/** The effects of a decision, by default one of qualification. */
export function effects(decision: Decision, given: Given = {}) {
  let minted = 0;
  const sent = { ...submission, ...given.submission };
  const { leadId, campaignId, isTest, supplierId, subIds } = sent;
  const { timezone } = given;
  const occasion: DecisionOccasion = {
    tenantId: 'demo',
    submission: sent,
    campaign: 'campaign' in given ? given.campaign : campaignOf(),
    placedWith: given.placedWith,
    client: given.client,
    tenantSettings: given.hooks === false ? {} : { webhooks: { url: 'https://hooks.example' } },
    facts: factsOf({}, { leadId, campaignId, isTest, supplierId, subIds, data, now, timezone }),
    stage: given.stage ?? 'qualification',
    decision,
    mintEventId: () => `evt_${(minted += 1)}`,
    now,
  };
  return effectsOf(occasion);
}

/** The ids of the effects, in order. */
export const keys = (...asked: Parameters<typeof effects>) =>
  effects(...asked).map(({ effectId }) => effectId);

/** The body of the effect with that id. */
export const body = (effectId: string, ...asked: Parameters<typeof effects>) =>
  effects(...asked).find((effect) => effect.effectId === effectId)?.body;

/** Those of one kind. */
export const ofKind = <K extends EffectKind>(kind: K, among: readonly NewEffect[]) =>
  among.flatMap((effect) => (effect.kind === kind ? [effect as NewEffect<K>] : []));

/** No webhook receiver is configured, so that only other effects appear. */
export const quiet = { hooks: false } as const;

export const qualified = { kind: 'qualified', trace: [] } as const;
export const delivered = {
  kind: 'delivered',
  campaignId: 'BORRU',
  clientId: 'cli_b',
  price: 40,
  reference: 'r',
  trace: [],
} as const;

const injured = (value: string) => ({
  logicalOperator: 'AND',
  subRules: [{ conditions: [{ field: 'injury', operator: 'equals', value: [value] }] }],
});
/** Conditions that the lead matches, and conditions that it does not. */
export const matching = injured('yes');
export const failing = injured('no');

/** A pixel rule as a caller writes it. */
export const pixelRule = (more: Readonly<Record<string, unknown>> = {}) => ({
  id: 'px1',
  triggerPoint: 'lead_qualified',
  pixelId: '123',
  platform: 'facebook',
  eventName: 'Lead',
  ...more,
});
