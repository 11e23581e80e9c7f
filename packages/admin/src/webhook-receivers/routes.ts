/** Receivers of webhooks that fail or were switched off. */
import { adminListWebhookReceivers, adminSwitchOnWebhookReceiver, ApiError } from '@sluice/contracts';
import { now, type StoresFor } from '@sluice/pipeline';
import type { ReceiverInTrouble } from '@sluice/store';
import { plainUrl } from '../buyers/buyer-names.js';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';

type Deps = StoresFor<'clock' | 'forTenant' | 'tenants'>;

const listReceivers = defineAdminRoute(
  adminListWebhookReceivers,
  async ({ params: { tenantId } }, { stores }: Deps) => {
    await tenantOf(stores, tenantId);
    const found = await stores.forTenant(tenantId).webhookUrls.inTrouble();
    const receivers = found.map(shown);
    receivers.sort((a, b) => b.state.localeCompare(a.state) || a.url.localeCompare(b.url));
    return { receivers };
  },
);

const switchOn = defineAdminRoute(
  adminSwitchOnWebhookReceiver,
  async ({ params: { tenantId, receiver } }, { stores }: Deps) => {
    await tenantOf(stores, tenantId);
    const switched = await stores.forTenant(tenantId).webhookUrls.switchOn(receiver, now({ stores }));
    if (!switched) throw new ApiError('INVALID_STATE', { message: 'This receiver is already switched on' });
    return { on: true as const };
  },
);

function shown({ id, url, failingSince, disabledAt, reason }: ReceiverInTrouble) {
  const since = disabledAt ?? failingSince;
  return {
    receiver: id,
    url: plainUrl(url),
    state: disabledAt ? ('off' as const) : ('failing' as const),
    since: since.toISOString(),
    because: reason === undefined ? undefined : (reasons[reason] ?? reason),
  };
}

const reasons: Readonly<Record<string, string>> = {
  gone: 'it answered 410 Gone',
  failing_for_days: 'it failed for days',
};

export const webhookReceiverRoutes: readonly AdminRoute<AdminDeps>[] = [listReceivers, switchOn];
