/** Requests the return of a sale, or says why it cannot be returned. */
import { ApiError, type ReturnRecord, type ReturnTerms } from '@sluice/contracts';
import { isTooLate, lastDayOfReturn } from '@sluice/domain';
import { now } from '../core.js';
import { leftToReturn } from './left-to-return.js';
import { nothingLeft, refusedReturn } from './refusals.js';
import { returnOfSale, type ReturnOfSale } from './return-of-sale.js';
import { hasRoom, zoneOfCampaign, type QuotaSubject } from './return-quota.js';
import { saleToReturn, type NamedSale } from './sale-to-return.js';
import { returnDueAt, completeReturn, type ReturnDeps } from './complete-return.js';

/** A request for a return. */
export interface ReturnRequest extends NamedSale {
  /** Minted for it; a repeated request has the same one. */
  readonly returnId: string;
  readonly reason: string;
  readonly note?: string | undefined;
  /** Who requests it. */
  readonly by?: string;
  /** It is a person or key of the installation. */
  readonly byOperator?: true | undefined;
}

/** A sale that may be returned, if its quota has room. */
interface Returnable {
  readonly sale: ReturnOfSale;
  readonly terms: ReturnTerms;
}

/**
 * Requests a return, which is approved at once if its campaign says so.
 * @throws ApiError NOT_FOUND for an unknown lead or reference; VALIDATION_ERROR for a reason that the campaign does not
 * have; INVALID_STATE with a `ReturnRefusal`
 */
export async function requestReturn(
  core: ReturnDeps,
  tenantId: string,
  request: ReturnRequest,
): Promise<ReturnRecord> {
  const { returns } = core.stores.forTenant(tenantId);
  const returnable = await returnableSale(core, tenantId, request);
  const { sale, terms } = returnable;
  const { reason, note, by, byOperator, returnId } = request;
  if ((await leftToReturn(core, tenantId, sale)) === undefined) {
    const subject = inQuota(returnable);
    throw (await hasRoom(core, tenantId, subject, 1)) ? nothingLeft() : overQuota(sale, terms);
  }
  const stored = await returns.open({
    ...sale,
    returnId,
    status: 'opening',
    reason,
    isListedReason: terms.reasons?.length ? (true as const) : undefined,
    note,
    requestedAt: now(core),
    by,
    byOperator,
    maximumPercent: terms.maximumPercent,
    autoApprove: terms.autoApprove ? (true as const) : undefined,
    dueAt: returnDueAt(core),
  });
  const completed = await completeReturn(core, tenantId, stored);
  if (!completed) throw overQuota(sale, terms);
  if (completed.returnId !== returnId) throw alreadyRequested();
  return completed;
}

/**
 * Says whether the return would be accepted, and writes nothing. `before` are the returns that would be accepted before
 * it; it is added to them.
 * @throws ApiError as {@link requestReturn} does
 */
export async function foreseeReturn(
  core: ReturnDeps,
  tenantId: string,
  request: ReturnRequest,
  before: QuotaSubject[],
): Promise<void> {
  const returnable = await returnableSale(core, tenantId, request);
  const { sale, terms } = returnable;
  const { submissionId, placedCampaignId, month } = sale;
  const subject = inQuota(returnable);
  if (before.some((one) => one.submissionId === submissionId)) throw alreadyRequested();
  const beside = before.filter((one) => one.placedCampaignId === placedCampaignId && one.month === month);
  if (!(await hasRoom(core, tenantId, subject, beside.length + 1))) throw overQuota(sale, terms);
  if ((await leftToReturn(core, tenantId, sale)) === undefined) throw nothingLeft();
  before.push(subject);
}

function inQuota({ sale, terms: { maximumPercent } }: Returnable): QuotaSubject {
  return { ...sale, maximumPercent };
}

// The sale, checked in the order of the refusals.
async function returnableSale(
  core: ReturnDeps,
  tenantId: string,
  request: ReturnRequest,
): Promise<Returnable> {
  const { campaigns } = core.stores.forTenant(tenantId);
  const sale = await saleToReturn(core, tenantId, request);
  const { placedCampaignId, submissionId, occurredAt: soldAt } = sale;
  const terms = (await campaigns.find(placedCampaignId))?.returns;
  if (!terms) throw refusedReturn('no_returns', `campaign ${placedCampaignId} takes no leads back`);
  refuseOtherReason(terms, request.reason);
  await refuseSecond(core, tenantId, submissionId, request.returnId);
  const zone = await zoneOfCampaign(core, tenantId, placedCampaignId);
  if (isTooLate(soldAt, terms.windowDays, zone, now(core))) {
    const day = lastDayOfReturn(soldAt, terms.windowDays, zone);
    throw refusedReturn('too_late', `the lead could be returned until ${day}`);
  }
  return { sale: returnOfSale(sale, zone), terms };
}

function refuseOtherReason({ reasons = [] }: ReturnTerms, reason: string): void {
  if (reasons.length === 0 || reasons.includes(reason)) return;
  throw new ApiError('VALIDATION_ERROR', { details: [`reason: must be one of ${reasons.join(', ')}`] });
}

// One that its process has left opening is completed first: the quota may have no room for it.
async function refuseSecond(
  core: ReturnDeps,
  tenantId: string,
  submissionId: string,
  returnId: string,
): Promise<void> {
  const stored = await core.stores.forTenant(tenantId).returns.ofSale(submissionId);
  if (!stored || stored.returnId === returnId) return;
  if (await completeReturn(core, tenantId, stored)) throw alreadyRequested();
}

function alreadyRequested(): ApiError {
  return refusedReturn('already_requested', 'the sale has a return');
}

function overQuota(
  { placedCampaignId, month }: ReturnOfSale,
  { maximumPercent = 100 }: ReturnTerms,
): ApiError {
  return refusedReturn(
    'over_quota',
    `at most ${maximumPercent} percent of the leads that ${placedCampaignId} placed in ${month} may be returned`,
  );
}
