/** Which vendor and which number a message is sent with (§4.3). Pure: the configuration is given. */
import {
  smsProviderSchema,
  type Campaign,
  type PhoneNumber,
  type SmsAgent,
  type SmsProvider,
} from '@sluice/contracts';

/** What the choice rests on. */
export interface SenderSources {
  /** The campaign of the request, else the lead's. */
  readonly campaign: Campaign | undefined;
  readonly defaultProvider: SmsProvider | undefined;
  /** The campaign's SMS agent, when it has one that exists. */
  readonly agent: SmsAgent | undefined;
  readonly numbers: readonly PhoneNumber[];
  /** The sender that the request asks for. */
  readonly from: string | undefined;
}

/** The vendor and the number; no number where none is configured. */
export interface Sender {
  readonly provider: SmsProvider;
  readonly from?: string;
}

/**
 * Chooses the vendor: the campaign's override, the tenant's default, `console`. Chooses the number: the request's,
 * the campaign's, its SMS agent's, the first that can send of that vendor, the first that can send at all. What is
 * named but does not exist is passed over.
 */
export function chooseSender({ campaign, defaultProvider, agent, numbers, from }: SenderSources): Sender {
  const override = smsProviderSchema.safeParse(campaign?.settings?.integrationOverrides?.sms).data;
  const provider = override ?? defaultProvider ?? 'console';
  const numberOf = (id: string | undefined) => numbers.find(({ phoneNumberId }) => phoneNumberId === id);
  const sending = numbers.filter(({ sms }) => sms);
  const chosen =
    numberOf(campaign?.phoneNumberId) ??
    numberOf(agent?.phoneNumberId) ??
    sending.find((number) => number.provider === provider) ??
    sending[0];
  const sender = from ?? chosen?.phoneNumber;
  return { provider, ...(sender !== undefined && { from: sender }) };
}

/** Whether a vendor can send only from a number; `console` writes to the log. */
export function needsNumber(provider: SmsProvider): boolean {
  return provider !== 'console';
}
