/** When members were last in their tenant, to the hour. */
import type { Stores } from '@sluice/store';
import type { Actor } from '../actor.js';

const HOUR_MS = 3_600_000;

/**
 * Makes the function that notes a member's call in the tenant of its path. A process writes it once for each member and
 * hour, and nobody waits for it.
 */
export function noteMembersSeen({
  forTenant,
  clock,
}: Pick<Stores, 'forTenant' | 'clock'>): (actor: Actor, params: unknown) => void {
  let hour = 0;
  const noted = new Set<string>();
  return ({ personId: userId, memberships }, params) => {
    const { tenantId } = (params ?? {}) as { readonly tenantId?: string };
    const member = memberships.find((one) => one.tenantId === tenantId);
    if (userId === undefined || !member) return;
    const now = clock.now();
    const thisHour = Math.floor(now.getTime() / HOUR_MS);
    if (thisHour !== hour) noted.clear();
    hour = thisHour;
    const key = `${member.tenantId}/${userId}`;
    if (noted.has(key)) return;
    noted.add(key);
    // A later call makes up for a write that fails.
    forTenant(member.tenantId)
      .members.noteSeen({ userId }, now)
      .catch(() => noted.delete(key));
  };
}
