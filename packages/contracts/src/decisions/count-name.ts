/**
 * The names of counts and of limits. The kind of owner is part of the name, because a client and a campaign may have the
 * same id.
 */
import type { Decision, Routed } from './decision.js';

/** Whose leads may be limited: a campaign's, or a client's. */
export type LimitOwner = { readonly campaignId: string } | { readonly clientId: string };

/** A campaign as the member of a group, which is given by its name among all groups of the tenant. */
export interface MemberOwner {
  readonly group: string;
  readonly memberId: string;
}

/** A supplier, of whom is counted what it sends, and not what is placed. */
export interface SupplierOwner {
  readonly supplierId: string;
}

/** What is counted: the leads of a campaign, of a client, of a campaign as the member of a group, or of a supplier. */
export type CountOwner = LimitOwner | MemberOwner | SupplierOwner;

/** The name of a count, without the tenant: `campaign.ACME`, `client.cli_acme`, `supplier.sup_north` or `group.ALL.premium.ACME`. */
export function countName(owner: CountOwner): string {
  if ('group' in owner) return `${owner.group}.${owner.memberId}`;
  if ('supplierId' in owner) return `supplier.${owner.supplierId}`;
  return 'campaignId' in owner ? `campaign.${owner.campaignId}` : `client.${owner.clientId}`;
}

/** A group's name among all groups of the tenant. As its campaign has it, it may contain any character. */
export function groupName(ofCampaign: string, name: string): string {
  return `group.${ofCampaign}.${encodeURIComponent(name).replaceAll('.', '%2E')}`;
}

/** The owner of the count with this name, if it may have limits; undefined for any other name. */
export function countOwner(name: string): LimitOwner | undefined {
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

/** The names of the counts in which a routed lead is open. */
export function countsOfRouted({
  campaignId,
  clientId,
  groupCount,
}: Pick<Routed, 'campaignId' | 'clientId' | 'groupCount'>): readonly string[] {
  const counts = [countName({ clientId }), countName({ campaignId })];
  return groupCount === undefined ? counts : [...counts, groupCount];
}

/** Whether a decision routes its lead to the owner of this count. */
export function countsIn(decision: Decision | undefined, count: string): decision is Routed {
  return decision?.kind === 'routed' && countsOfRouted(decision).includes(count);
}
