/** A table that answers routing's questions: campaigns, clients, and how many leads count under each limit. */
import type { Campaign, Client, LeadData, RoutingDecision } from '@sluice/contracts';
import type { RoutingAnswers } from '../src/routing/answers.js';
import type { Count } from '../src/routing/limits.js';
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
  /** The clients that have the person from another lead. */
  readonly knowing: ReadonlySet<string>;
  /** The clients whose suppression lists have the person; absent: there are no lists. */
  readonly listing?: ReadonlySet<string> | undefined;
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
    readonly knowing?: readonly string[];
    readonly listing?: readonly string[];
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
    knowing: new Set(more.knowing),
    listing: more.listing && new Set(more.listing),
  };
}

// A client that leads can be posted to, unless it says otherwise.
function buyerOf(sent: Sent): Client {
  const settings = { defaultPostingUrl: 'https://buyer.example/leads', ...(sent['settings'] as Sent) };
  return clientOf({ ...sent, settings });
}

/** A question of routing: the name of what answers it, and what it was given. */
export type Question = {
  readonly [Kind in keyof RoutingAnswers]-?: {
    readonly kind: Kind;
    readonly of: Parameters<NonNullable<RoutingAnswers[Kind]>>;
  };
}[keyof RoutingAnswers];

/** Answers from the table, and adds each question to `questions`. */
export function answersFrom(table: RoutingTable, questions: Question[] = []): RoutingAnswers {
  const count = (name: string) => table.placed.get(name) ?? 0;
  const limitsOf = (counts: readonly Count[]) => counts.flatMap(({ limits }) => limits);
  const fullOf = (counts: readonly Count[]) =>
    limitsOf(counts).flatMap(({ name, cap }) => (count(name) >= cap ? [name] : []));
  const answers: RoutingAnswers = {
    campaign: async (campaignId) => table.campaigns.get(campaignId),
    campaignOf: async (client, offer) =>
      [...table.campaigns.values()].find(
        ({ clientName, offerName }) => clientName === client && offerName === offer,
      ),
    client: async (clientId) => table.clients.get(clientId),
    endpoint: async () => undefined,
    ...(table.listing && {
      suppressedFor: async ({ clientId }) =>
        table.listing?.has(clientId) ? { kind: 'listed', listId: 'sl_1' } : { kind: 'free' },
    }),
    duplicateFor: async (_campaign, { clientId }) =>
      table.knowing.has(clientId)
        ? { kind: 'duplicate', field: 'phone', ofLeadId: 'lead_before' }
        : { kind: 'unique' },
    isDown: async (receiver) => table.down.has(receiver),
    turn: async (members) => {
      const ratios = members.map((member) => count(member.count.name) / member.weight);
      return { ratios, at: nextInTurn(ratios, []) };
    },
    giveBack: async () => undefined,
    peek: async (counts) => fullOf(counts),
    reserve: async (counts) => {
      const full = fullOf(counts);
      const opened = [...limitsOf(counts), ...counts.filter(({ owner }) => 'group' in owner)];
      if (full.length === 0) for (const { name } of opened) table.placed.set(name, count(name) + 1);
      return full;
    },
  };
  const noting = Object.entries(answers).map(([kind, answer]: [string, (...of: never[]) => unknown]) => [
    kind,
    (...of: never[]) => {
      questions.push({ kind, of } as unknown as Question);
      return answer(...of);
    },
  ]);
  return Object.fromEntries(noting) as RoutingAnswers;
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
export async function ask(
  table: RoutingTable,
  asked?: Asked,
): Promise<{ readonly decision: RoutingDecision; readonly questions: readonly Question[] }> {
  const questions: Question[] = [];
  const decision = await route(routeInput(asked), answersFrom(table, questions));
  return { decision, questions };
}

/** Routes a lead by a table and returns the decision. */
export async function decide(table: RoutingTable, asked?: Asked): Promise<RoutingDecision> {
  return (await ask(table, asked)).decision;
}

/** Routes so many leads by a table, one after the other; returns each decision in a few words. */
export async function decideMany(table: RoutingTable, leads: number): Promise<readonly string[]> {
  const decided: string[] = [];
  while (decided.length < leads) decided.push(brief(await decide(table)));
  return decided;
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

/** A group of a campaign's distribution, with these campaigns as members. */
export const group = (name: string, ...codes: readonly string[]) => ({
  name,
  members: codes.map((campaignId) => ({ campaignId })),
});

/** What a campaign with these groups says of its distribution. */
export const distributing = (...groups: readonly object[]) => ({ distribution: { groups } });
