/**
 * The names of counters: owner, type and period. The kind of owner is part of the name, because a client and a campaign
 * may have the same id.
 */
import type { Decision, Routed } from './decision.js';

/** The owner of a counter. */
export type CounterOwner = { readonly campaignId: string } | { readonly clientId: string };

/** The name of a counter, without the tenant: `campaign.ACME.daily.2026-11-22` or `client.cli_acme.monthly.2026-11`. */
export function counterName(owner: CounterOwner, type: string, period: string): string {
  const whose = 'campaignId' in owner ? `campaign.${owner.campaignId}` : `client.${owner.clientId}`;
  return `${whose}.${type}.${period}`;
}

/** The owner of the counter with this name; undefined if the name does not contain one. */
export function counterOwner(name: string): CounterOwner | undefined {
  // Neither codes nor ids contain a dot.
  const [kind, id, , period] = name.split('.');
  if (id === undefined || period === undefined) return undefined;
  if (kind === 'campaign') return { campaignId: id };
  return kind === 'client' ? { clientId: id } : undefined;
}

/** The period of a counter; without bounds a lifetime. */
export interface CountedPeriod {
  readonly periodStart?: Date | undefined;
  readonly periodEnd?: Date | undefined;
}

/**
 * Whether a decision routes its lead to the owner of a counter in the counter's period, whether or not a slot was
 * reserved there.
 */
export function countsFor(
  decision: Decision | undefined,
  owner: CounterOwner,
  { periodStart, periodEnd }: CountedPeriod,
): decision is Routed {
  if (decision?.kind !== 'routed') return false;
  const { campaignId, clientId, reservedAt } = decision;
  if ('campaignId' in owner ? owner.campaignId !== campaignId : owner.clientId !== clientId) return false;
  return (!periodStart || reservedAt >= periodStart) && (!periodEnd || reservedAt < periodEnd);
}
