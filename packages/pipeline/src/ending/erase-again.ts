/**
 * Writes about a person that come after their erasure: by a process that had read the lead before, and was then frozen.
 * The erasure clears the lead, goes on record, and then removes the rest. So if a process writes and then
 * finds no record of an erasure, an erasure that comes later removes what it wrote.
 */
import { ApiError, type LeadRecord } from '@sluice/contracts';
import { now, type StoresFor } from '../core.js';

/**
 * Erases what was just written about a lead if its person was erased, and returns whether that is so. Call it after the
 * write and before anything is sent, and again after an effect was planned. The effects about `messageId` are found even
 * if the message itself was removed before.
 */
export async function eraseAgain(
  core: StoresFor<'clock' | 'forTenant'>,
  { tenantId, leadId }: Pick<LeadRecord, 'tenantId' | 'leadId'>,
  messageId?: string,
): Promise<boolean> {
  const { erasure } = core.stores.forTenant(tenantId);
  if (!(await erasure.of(leadId))) return false;
  await erasure.erase(leadId, now(core), messageId === undefined ? [] : [messageId]);
  return true;
}

/**
 * Does the same as {@link eraseAgain} for a request that names the lead.
 * @throws ApiError VALIDATION_ERROR if the person was erased
 */
export async function refuseErased(
  core: StoresFor<'clock' | 'forTenant'>,
  lead: Pick<LeadRecord, 'tenantId' | 'leadId'>,
): Promise<void> {
  if (await eraseAgain(core, lead)) throw erasedError();
}

/** The answer to a request about a lead whose person was erased. */
export function erasedError(): ApiError {
  return new ApiError('VALIDATION_ERROR', { details: ['leadId: the personal data of this lead was erased'] });
}
