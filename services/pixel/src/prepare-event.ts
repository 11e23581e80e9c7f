/** Turns an order into a request to its platform, with the tenant's access token and the platform's address. */
import type { LeadRecord, OwnReason, PixelOrder, ProviderCredentials, Trace } from '@sluice/contracts';
import {
  leftOutOfEvent,
  metaEvent,
  readMetaAnswer,
  readTiktokAnswer,
  tiktokEvent,
  type PixelAnswer,
  type PixelRequest,
  type PixelVerdict,
  type Unsendable,
} from '@sluice/domain';
import type { OutboundRequest } from '@sluice/providers';

/** A request with the way to read its answer, or the reason why there is none. */
export type PreparedEvent =
  | {
      readonly kind: 'event';
      readonly request: Omit<OutboundRequest, 'timeoutMs'>;
      readonly read: (answer: PixelAnswer) => PixelVerdict;
      /** The tracking data that the event lacks because it cannot be right. */
      readonly leftOut: Trace;
    }
  | { readonly kind: 'impossible'; readonly reason: OwnReason };

const META = { baseUrl: 'https://graph.facebook.com', apiVersion: 'v24.0' };
const TIKTOK = { baseUrl: 'https://business-api.tiktok.com' };

export function prepareEvent(
  order: PixelOrder,
  { leadId, data, createdAt }: LeadRecord,
  { facebook, tiktok }: ProviderCredentials,
  now: Date,
): PreparedEvent {
  const lead = { leadId, data, createdAt };
  const { accessToken, baseUrl } = (order.platform === 'facebook' ? facebook : tiktok) ?? {};
  if (!accessToken) return { kind: 'impossible', reason: 'no_access_token' };
  const sources = { order, lead, accessToken, now };
  const leftOut = leftOutOfEvent(order.platform, lead);
  return order.platform === 'facebook'
    ? prepared(
        metaEvent({ ...sources, apiVersion: facebook?.apiVersion ?? META.apiVersion }),
        baseUrl ?? META.baseUrl,
        { read: readMetaAnswer, leftOut },
      )
    : prepared(tiktokEvent(sources), baseUrl ?? TIKTOK.baseUrl, { read: readTiktokAnswer, leftOut });
}

function prepared(
  event: PixelRequest | Unsendable,
  baseUrl: string,
  rest: Pick<Extract<PreparedEvent, { kind: 'event' }>, 'read' | 'leftOut'>,
): PreparedEvent {
  if (event.kind === 'unsendable') return { kind: 'impossible', reason: event.reason };
  const url = new URL(baseUrl.replace(/\/$/, '') + event.path);
  for (const [name, value] of Object.entries(event.query)) url.searchParams.set(name, value);
  const { method, headers, body } = event;
  return {
    kind: 'event',
    request: { url: url.href, method, headers, body: JSON.stringify(body) },
    ...rest,
  };
}
