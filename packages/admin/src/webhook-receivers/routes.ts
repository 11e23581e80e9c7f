/** Receivers of webhooks: how each does, and what it was sent last. */
import {
  adminListWebhookReceivers,
  adminSwitchOnWebhookReceiver,
  ApiError,
  pageEnd,
} from '@sluice/contracts';
import { now, type StoresFor } from '@sluice/pipeline';
import { webhookTarget } from '@sluice/domain';
import { addressId, postbackAddress, supplierOfAddress, type ReceiverInTrouble } from '@sluice/store';
import { plainUrl } from '../buyers/buyer-names.js';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';

type Deps = StoresFor<'clock' | 'forTenant' | 'tenants'>;

/** A receiver as listed, without its calls. */
interface Listed {
  readonly receiver: string;
  readonly url: string;
  readonly state: 'off' | 'failing' | 'works';
  readonly since?: string;
  readonly because?: string | undefined;
}

const order = ['off', 'failing', 'works'] as const;

const listReceivers = defineAdminRoute(
  adminListWebhookReceivers,
  async ({ tenant: { settings }, params: { tenantId }, query: { limit, cursor } }, { stores }: Deps) => {
    const { campaigns, suppliers, webhookUrls } = stores.forTenant(tenantId);
    const [found, ofEvents, ofPostbacks] = await Promise.all([
      webhookUrls.inTrouble(),
      campaigns.all(),
      suppliers.all(),
    ]);
    const configured = [
      ...[undefined, ...ofEvents].flatMap((campaign) => {
        const target = webhookTarget(campaign, settings);
        return target.kind === 'target' ? target.url : [];
      }),
      ...ofPostbacks.flatMap((each) =>
        each.postback ? postbackAddress(each.supplierId, each.postback.url) : [],
      ),
    ];
    // Nobody corrects a tracker that the supplier has no longer.
    const inUse = found.filter(({ url }) => supplierOfAddress(url) === undefined || configured.includes(url));
    const known = new Map<string, Listed>(inUse.map((one) => [one.id, inTrouble(one)]));
    for (const url of configured) {
      const receiver = addressId(url);
      if (!known.has(receiver)) known.set(receiver, { receiver, url: shown(url), state: 'works' });
    }
    const all = [...known.values()].sort(
      (a, b) => order.indexOf(a.state) - order.indexOf(b.state) || a.url.localeCompare(b.url),
    );
    const from = Number(cursor ?? 0);
    const page = all.slice(from, from + limit);
    const events = await webhookUrls.latestEvents(page.map(({ receiver }) => receiver));
    return {
      receivers: page.map((one) => ({
        ...one,
        events: (events.get(one.receiver) ?? []).map(({ at, ...event }) => ({
          at: at.toISOString(),
          ...event,
        })),
      })),
      ...pageEnd(all.length > from + limit ? String(from + limit) : null),
    };
  },
);

const switchOn = defineAdminRoute(
  adminSwitchOnWebhookReceiver,
  async ({ params: { tenantId, receiver } }, { stores }: Deps) => {
    const switched = await stores.forTenant(tenantId).webhookUrls.switchOn(receiver, now({ stores }));
    if (!switched) throw new ApiError('INVALID_STATE', { message: 'This receiver is already switched on' });
    return { on: true as const };
  },
);

function inTrouble({ id, url, failingSince, disabledAt, reason }: ReceiverInTrouble): Listed {
  const since = disabledAt ?? failingSince;
  return {
    receiver: id,
    url: shown(url),
    state: disabledAt ? 'off' : 'failing',
    since: since.toISOString(),
    because: reason === undefined ? undefined : (reasons[reason] ?? reason),
  };
}

// The address of a supplier's tracker may hold a key.
function shown(url: string): string {
  const supplierId = supplierOfAddress(url);
  return supplierId === undefined ? plainUrl(url) : `postbacks to ${supplierId}`;
}

const reasons: Readonly<Record<string, string>> = {
  gone: 'it answered 410 Gone',
  failing_for_days: 'it failed for days',
};

export const webhookReceiverRoutes: readonly AdminRoute<AdminDeps>[] = [listReceivers, switchOn];
