/** Whether a voice agent calls a lead, by the configuration of its campaign and tenant and the wishes of the person. */
import type { Campaign, SubmissionRecord } from '@sluice/contracts';
import { identifyingPhone, smsNumber, wantsCall, whetherToCall, type WhetherToCall } from '@sluice/domain';
import type { StoresFor } from '../core.js';

/** The call to place; undefined, with nothing read, if the campaign wants none or this is no first submission. */
export async function callToPlace(
  { stores }: StoresFor<'forTenant' | 'secrets'>,
  { tenantId, data, isTest, first }: SubmissionRecord,
  campaign: Campaign | undefined,
): Promise<WhetherToCall | undefined> {
  if (!campaign || !first || !wantsCall(campaign)) return undefined;
  const { phoneNumbers, messages } = stores.forTenant(tenantId);
  const { phoneNumberId } = campaign;
  const to = identifyingPhone(data);
  const [isConfigured, number, hasOptedOut] = await Promise.all([
    stores.secrets.isConfigured(tenantId, 'retell'),
    phoneNumberId === undefined ? undefined : phoneNumbers.cached(phoneNumberId),
    to === undefined ? false : messages.hasOptedOut(smsNumber(to)),
  ]);
  const from = number?.archivedAt === undefined ? number?.phoneNumber : undefined;
  return whetherToCall(campaign, { data, isTest, isConfigured, from, hasOptedOut });
}
