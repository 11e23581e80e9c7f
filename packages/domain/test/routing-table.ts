/** A table that answers routing's questions: campaigns, clients, and how many leads count under each limit. */
import type { Campaign, Client, LeadData, RoutingDecision } from '@sluice/contracts';
import type { RoutingAnswer, RoutingQuestion } from '../src/routing/conversation.js';
import { route, type RoutingInput } from '../src/routing/route.js';
import { nextInTurn } from '../src/routing/turns.js';
import { campaignOf, clientOf, type Sent } from './builders.js';

/** The contents of a table. A granted reservation counts in `placed`. */
export interface RoutingTable {
  readonly campaigns: ReadonlyMap<string, Campaign>;
  readonly clients: ReadonlyMap<string, Client>;
  readonly placed: Map<string, number>;
  /** The labels of receivers that do not answer. */
  readonly down: ReadonlySet<string>;
}

/** Saturday noon in UTC, 08:00 in New York. */
export const saturdayNoon = new Date('2026-08-01T12:00:00Z');

/** Creates a table of campaigns by code, of clients besides `cli_acme`, and of placed leads by limit. */
export function routingTableOf(
  campaigns: Readonly<Record<string, Sent>>,
  more: {
    readonly clients?: Record<string, Sent>;
    readonly placed?: Record<string, number>;
    readonly down?: readonly string[];
  } = {},
): RoutingTable {
  const clients: Record<string, Sent> = { cli_acme: {}, ...more.clients };
  return {
    campaigns: new Map(
      Object.entries(campaigns).map(([campaignId, sent]) => [
        campaignId,
        campaignOf({ campaignId, ...sent }),
      ]),
    ),
    clients: new Map(
      Object.entries(clients).map(([clientId, sent]) => [clientId, buyerOf({ clientId, ...sent })]),
    ),
    placed: new Map(Object.entries(more.placed ?? {})),
    down: new Set(more.down),
  };
}

// A client that leads can be posted to, unless it says otherwise.
function buyerOf(sent: Sent): Client {
  const settings = { defaultPostingUrl: 'https://buyer.example/leads', ...(sent['settings'] as Sent) };
  return clientOf({ ...sent, settings });
}

/** Answers one question from the table. */
export function answer(table: RoutingTable, question: RoutingQuestion): RoutingAnswer {
  switch (question.kind) {
    case 'campaign':
      return { kind: 'campaign', campaign: table.campaigns.get(question.campaignId) };
    case 'campaign_of': {
      const named = [...table.campaigns.values()].find(
        ({ clientName, offerName }) => clientName === question.clientName && offerName === question.offerName,
      );
      return { kind: 'campaign', campaign: named };
    }
    case 'client':
      return { kind: 'client', client: table.clients.get(question.clientId) };
    case 'endpoint':
      return { kind: 'endpoint', endpoint: undefined };
    case 'is_down':
      return { kind: 'is_down', isDown: table.down.has(question.receiver) };
    case 'turn': {
      const { members } = question;
      const ratios = members.map(({ count, weight }) => (table.placed.get(count.name) ?? 0) / weight);
      return { kind: 'turn', ratios, at: nextInTurn(ratios, []) };
    }
    case 'give_back':
      return { kind: 'given_back' };
    case 'peek':
    case 'reserve': {
      const count = (limit: string) => table.placed.get(limit) ?? 0;
      const limits = question.counts.flatMap((asked) => asked.limits);
      const full = limits.filter(({ name, cap }) => count(name) >= cap);
      if (question.kind === 'reserve' && full.length === 0)
        for (const { name } of [...limits, ...question.counts.filter(({ owner }) => 'group' in owner)])
          table.placed.set(name, count(name) + 1);
      return { kind: 'room', full: full.map(({ name }) => name) };
    }
  }
}

/** The parameters of a test lead: by default a real one from California, submitted to the campaign `OWN`. */
export type Asked = Partial<RoutingInput> & { readonly data?: LeadData; readonly isTest?: boolean };

/** The input of routing for such a lead. */
export function routeInput({
  data = { address: { state: 'CA' } },
  isTest = false,
  ...input
}: Asked = {}): RoutingInput {
  const now = input.now ?? saturdayNoon;
  const facts = { leadId: 'lead_1', campaignId: 'OWN', isTest, data, files: [], valueSets: new Map(), now };
  return { facts, campaignId: 'OWN', generation: 0, tenantTimezone: undefined, now, ...input };
}

/** Routes a lead by a table; returns the decision and every question asked. */
export function ask(
  table: RoutingTable,
  asked?: Asked,
): { readonly decision: RoutingDecision; readonly questions: readonly RoutingQuestion[] } {
  const conversation = route(routeInput(asked));
  const questions: RoutingQuestion[] = [];
  let step = conversation.next();
  while (!step.done) {
    questions.push(step.value);
    step = conversation.next(answer(table, step.value));
  }
  return { decision: step.value, questions };
}

/** Routes a lead by a table and returns the decision. */
export function decide(table: RoutingTable, asked?: Asked): RoutingDecision {
  return ask(table, asked).decision;
}

/** A decision in a few words: `routed OWN`, `held outside_hours`. */
export function brief(decision: RoutingDecision): string {
  return decision.kind === 'routed' ? `routed ${decision.campaignId}` : `${decision.kind} ${decision.reason}`;
}

/** Each candidate of a decision in a few words: code, source, verdict, reason. */
export function candidates(decision: RoutingDecision): readonly string[] {
  return decision.trace
    .filter(({ looked }) => looked === 'candidate')
    .map(({ at, verdict, because, values }) =>
      [at, values?.['via'], verdict, because].filter(Boolean).join(' '),
    );
}

/** One placed lead under today's limit of a campaign. */
export function fullDaily(code: string): Record<string, number> {
  return { [`campaign.${code}.daily.2026-08-01`]: 1 };
}

/** A daily limit of one lead. */
export function daily(action?: string, more: Sent = {}): Sent {
  return { deliveryLimits: [{ cap: 1, type: 'daily', action, ...more }] };
}

/** Hours on Mondays only. */
export function mondays(action?: string, more: Sent = {}): Sent {
  const specificDays = [{ day: 'Monday', startTime: '09:00', endTime: '17:00' }];
  return { deliverySchedule: { action, specificDays, ...more } };
}
