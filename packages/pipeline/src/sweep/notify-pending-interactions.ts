/** Sends the notifications about recorded interactions that a process did not send, because it died. */
import type { PendingInteraction } from '@sluice/store';
import type { Core, StoresFor } from '../core.js';
import { notifyInteraction } from '../effects/notify-interaction.js';
import type { LeadEffectDeps } from '../planning/plan-effects.js';
import { workThrough } from './fail-alone.js';

const AT_ONCE = 200;

/** Plans overdue notifications, and returns the number of interactions. */
export async function notifyPendingInteractions(
  core: LeadEffectDeps & StoresFor<'due'> & Pick<Core, 'metrics'>,
): Promise<number> {
  const { due } = core.stores;
  return workThrough(core, {
    part: 'pending_notifications',
    atOnce: AT_ONCE,
    read: (limit, passOver) => due.interactionsToNotify(limit, passOver),
    work: (pending) => notifyPending(core, pending),
    idsOf: ({ tenantId, interaction: { leadId, interactionId } }) => ({ tenantId, leadId, interactionId }),
  });
}

async function notifyPending(
  core: LeadEffectDeps,
  { tenantId, interaction, change }: PendingInteraction,
): Promise<void> {
  const { leads, interactions } = core.stores.forTenant(tenantId);
  const lead = await leads.find(interaction.leadId);
  if (lead) await notifyInteraction(core, lead, interaction, change);
  else await interactions.notified(interaction.interactionId, change);
}
