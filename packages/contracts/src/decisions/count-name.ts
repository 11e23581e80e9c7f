/**
 * The names of counts and of limits. The kind of owner is part of the name, because a client and a campaign may have the
 * same id.
 */
import type { Decision, Routed } from './decision.js';

/** What is counted: the leads of a campaign, or of a client. */
export type CountOwner = { readonly campaignId: string } | { readonly clientId: string };

/** The name of a count, without the tenant: `campaign.ACME` or `client.cli_acme`. */
export function countName(owner: CountOwner): string {
  return 'campaignId' in owner ? `campaign.${owner.campaignId}` : `client.${owner.clientId}`;
}

/** The owner of the count with this name; undefined for any other name. */
export function countOwner(name: string): CountOwner | undefined {
  // Neither codes nor ids contain a dot.
  const [kind, id, ...rest] = name.split('.');
  if (id === undefined || id === '' || rest.length > 0) return undefined;
  if (kind === 'campaign') return { campaignId: id };
  return kind === 'client' ? { clientId: id } : undefined;
}

/** The name of a limit in its running period: `campaign.ACME.daily.2026-11-22` or `client.cli_acme.monthly.2026-11`. */
export function limitName(owner: CountOwner, type: string, period: string): string {
  return `${countName(owner)}.${type}.${period}`;
}

/** The names of the counts of a routed lead, in the order in which they are opened. */
export function countsOfRouted({
  campaignId,
  clientId,
}: Pick<Routed, 'campaignId' | 'clientId'>): readonly string[] {
  return [countName({ clientId }), countName({ campaignId })];
}

/** Whether a decision routes its lead to the owner of this count. */
export function countsIn(decision: Decision | undefined, count: string): decision is Routed {
  return decision?.kind === 'routed' && countsOfRouted(decision).includes(count);
}
