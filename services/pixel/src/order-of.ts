/** What an effect orders: a rule's order as it was written, or an explicit call's (§4.4). */
import type { Effect } from '@sluice/contracts';
import type { PixelEffectBody, PixelOrder } from '@sluice/domain';

/** The body of an explicit fire, as the gateway writes it. */
interface ExplicitFire {
  readonly explicit: true;
  readonly pixelId: string;
  readonly platform: PixelOrder['platform'];
  readonly eventName: string;
  readonly eventValue?: number;
  readonly currency?: string;
  readonly actionSource: PixelOrder['actionSource'];
  readonly testEventCode?: string;
  readonly eventTime: string;
}

export function orderOf({ body, eventId }: Effect): PixelOrder {
  if ('order' in body) return (body as PixelEffectBody).order;
  const { pixelId, platform, eventName, eventValue, currency, actionSource, testEventCode, eventTime } =
    body as unknown as ExplicitFire;
  return {
    platform,
    pixelId,
    eventName,
    eventId,
    at: eventTime,
    actionSource,
    ...(eventValue !== undefined && { value: eventValue }),
    ...(currency !== undefined && { currency }),
    ...(testEventCode !== undefined && { testEventCode }),
  };
}
