/**
 * The names of counters: whose they are, what they count, and in which period. The kind of owner is part of the name,
 * because a client may be called what a campaign is called.
 */
import type { Decision, Routed } from './decision.js';

/** Whose counter it is. */
export type CounterOwner = { readonly campaignId: string } | { readonly clientId: string };

/** The name of a counter, without the tenant: `campaign.ACME.daily.2026-11-22` or `client.cli_acme.monthly.2026-11`. */
export function counterName(owner: CounterOwner, type: string, period: string): string {
  const whose = 'campaignId' in owner ? `campaign.${owner.campaignId}` : `client.${owner.clientId}`;
  return `${whose}.${type}.${period}`;
}

/** Whose counter has this name; undefined for a name that does not say. */
export function counterOwner(name: string): CounterOwner | undefined {
  // No code and no id has a dot in it.
  const [kind, id, , period] = name.split('.');
  if (id === undefined || period === undefined) return undefined;
  if (kind === 'campaign') return { campaignId: id };
  return kind === 'client' ? { clientId: id } : undefined;
}

/**
 * Recorded names as counters are called now. Earlier versions recorded names without the kind of owner: one that begins
 * with the code of the campaign decided on is that campaign's, and may be a client's of the same id too; any other is a
 * client's.
 */
export function currentCounterNames(recorded: readonly string[], campaignId: string): readonly string[] {
  return recorded.flatMap((name) => {
    if (counterOwner(name)) return [name];
    return name.startsWith(`${campaignId}.`) ? [`campaign.${name}`, `client.${name}`] : [`client.${name}`];
  });
}

/** The period of a counter; without bounds a lifetime. */
export interface CountedPeriod {
  readonly periodStart?: Date | undefined;
  readonly periodEnd?: Date | undefined;
}

/** Whether a decision sends its lead to the owner of a counter in the counter's period, reserved there or not. */
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
