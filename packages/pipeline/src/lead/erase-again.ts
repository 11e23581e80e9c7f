/**
 * Writes about a person that come after their erasure, or after the lead was deleted by age: by a process that had read
 * the lead before, and was then frozen. A removal marks the lead and then removes the rest. So if a process writes and
 * then finds the lead unmarked, a removal that comes later finds what it wrote.
 */
import { ApiError, type LeadRecord } from '@sluice/contracts';
import type { StoresFor } from '../core.js';

/**
 * Removes what was just written about a lead if its person was erased or the lead was deleted, and returns whether that
 * is so. Call it after the write and before anything is sent, and again after an effect was planned. The effects about
 * `messageId` are found even if the message itself was removed before.
 */
export async function eraseAgain(
  core: StoresFor<'forTenant'>,
  { tenantId, leadId }: Pick<LeadRecord, 'tenantId' | 'leadId'>,
  messageId?: string,
): Promise<boolean> {
  return core.stores.forTenant(tenantId).removal.removeLate(leadId, messageId);
}

/**
 * Does the same as {@link eraseAgain} for a request that names the lead.
 * @throws ApiError VALIDATION_ERROR if the person was erased
 */
export async function refuseErased(
  core: StoresFor<'forTenant'>,
  lead: Pick<LeadRecord, 'tenantId' | 'leadId'>,
): Promise<void> {
  if (await eraseAgain(core, lead)) throw erasedError();
}

/** The answer to a request about a lead whose person was erased. */
export function erasedError(): ApiError {
  return new ApiError('VALIDATION_ERROR', { details: ['leadId: the personal data of this lead was erased'] });
}
