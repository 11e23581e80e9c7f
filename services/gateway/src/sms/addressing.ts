/** Sender, recipient and campaign of a message (§4.3). */
import {
  ApiError,
  type Campaign,
  type LeadRecord,
  type SendSmsInput,
  type SmsProvider,
} from '@sluice/contracts';
import { chooseSmsSender, possiblePhone, smsNumber } from '@sluice/domain';
import type { StoresFor } from '@sluice/pipeline';
import type { GatewayDeps } from '../deps.js';
import { referenced, refused } from '../references/refuse-missing.js';

/** What addressing a message uses. */
export type AddressingDeps = StoresFor<'forTenant' | 'secrets' | 'tenants'> &
  Pick<GatewayDeps, 'encryptionKeys'>;

/** A message's two ends, and the campaign that chose the sender. */
export interface Addressing {
  readonly to: string;
  readonly provider: SmsProvider;
  /** Absent where the vendor needs no sender. */
  readonly from?: string;
  readonly campaign: Campaign | undefined;
}

/**
 * Resolves recipient and sender.
 * @throws ApiError VALIDATION_ERROR for a campaign that does not exist or a lead without a usable number; INVALID_STATE when
 *   the vendor needs a sender and none is configured, or the recipient opted out
 */
export async function resolveAddressing(
  body: SendSmsInput,
  lead: LeadRecord,
  deps: AddressingDeps,
): Promise<Addressing> {
  const mine = deps.stores.forTenant(lead.tenantId);
  const campaign =
    body.campaignId === undefined
      ? await mine.campaigns.cached(lead.campaignId)
      : referenced('campaignId', await mine.campaigns.cached(body.campaignId));
  const to = recipientOf(body, lead);
  const sender = await senderOf(body, campaign, lead, deps);
  if (await mine.messages.hasOptedOut(smsNumber(to))) {
    throw new ApiError('INVALID_STATE', { message: 'The recipient asked not to receive messages' });
  }
  return { ...sender, to, campaign };
}

function recipientOf({ to }: SendSmsInput, { data: { phone, country } }: LeadRecord): string {
  // In the one spelling under which opt-outs are kept; `+49 (0)30…` is dialled without its zero.
  if (to !== undefined) return smsNumber(to);
  if (phone === undefined) throw refused('to', 'is required because the lead has no phone number');
  // A number that no subscriber range holds may still be one that the vendor knows.
  const number = possiblePhone(phone, country);
  if (number === undefined) throw refused('to', "is required because the lead's phone cannot be dialled");
  return number;
}

async function senderOf(
  { from }: SendSmsInput,
  campaign: Campaign | undefined,
  { tenantId, isTest }: LeadRecord,
  { stores, encryptionKeys }: AddressingDeps,
): Promise<Pick<Addressing, 'provider' | 'from'>> {
  const mine = stores.forTenant(tenantId);
  const [tenant, phoneNumbers, agents] = await Promise.all([
    stores.tenants.cached(tenantId),
    mine.phoneNumbers.allCached(),
    mine.smsAgents.allCached(),
  ]);
  if (phoneNumbers.some(({ phoneNumber, archivedAt }) => phoneNumber === from && archivedAt !== undefined))
    throw refused('from', 'is an archived number');
  const sender = chooseSmsSender({
    campaign,
    isTest,
    tenantSettings: tenant?.settings ?? {},
    phoneNumbers,
    agents,
    from,
  });
  const { provider } = sender;
  if (sender.kind === 'none') {
    // A messaging service, or a profile with a pool of numbers, chooses the sender itself.
    const { twilio, telnyx } = await stores.secrets.credentials(tenantId, encryptionKeys);
    const service = provider === 'twilio' ? twilio?.messagingServiceSid : telnyx?.messagingProfileId;
    if (service) return { provider };
    throw new ApiError('INVALID_STATE', {
      message: `No number is configured to send with ${provider}`,
    });
  }
  return { provider, from: sender.from };
}
