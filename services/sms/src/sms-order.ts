/** What an SMS effect orders, as the gateway writes it (§4.3). */
import type { Effect, SmsProvider } from '@sluice/contracts';

export interface SmsOrder {
  readonly messageId: string;
  readonly interactionId: string;
  readonly to: string;
  /** Absent where the vendor needs no sender. */
  readonly from?: string;
  readonly message: string;
  readonly provider: SmsProvider;
}

export function orderOf({ body }: Effect): SmsOrder {
  return body as unknown as SmsOrder;
}
