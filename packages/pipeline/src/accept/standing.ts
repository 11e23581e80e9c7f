/**
 * What a further delivery of a lead would come on top of: a sale that stands, a submission whose buyer may have it, or one
 * that has not ended.
 */
import { ApiError, type LeadRecord, type LedgerEntry, moneyText } from '@sluice/contracts';
import { decimalAmount, UNKNOWN_OUTCOME } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';

/** What stands of a lead, and what was given back. */
export interface LeadStanding {
  /** Its last sale that no return took back. */
  readonly sale?: LedgerEntry;
  /** Its last sale, if a return took that back. */
  readonly givenBack?: LedgerEntry;
  /** Its last submission whose outcome is unknown. */
  readonly unknown?: string;
  /** Its last submission, unless that has ended. */
  readonly inProgress?: string;
}

type Of = Pick<TenantStores, 'clients' | 'ledger' | 'submissions'>;

/** Reads what stands of a lead. */
export async function leadStanding(
  { ledger, submissions }: Pick<Of, 'ledger' | 'submissions'>,
  { leadId, lastSubmissionId }: Pick<LeadRecord, 'leadId' | 'lastSubmissionId'>,
): Promise<LeadStanding> {
  const [entries, made] = await Promise.all([ledger.salesOfLead(leadId), submissions.ofLead(leadId)]);
  const sales = entries.filter(({ type }) => type === 'sale');
  const sale = sales.find((one) => !isGivenBack(one, entries));
  const unknown = made.findLast(({ reason }) => reason === UNKNOWN_OUTCOME)?.submissionId;
  const last = made.find(({ submissionId }) => submissionId === lastSubmissionId);
  const givenBack = sale ? undefined : sales[0];
  return { sale, givenBack, unknown, inProgress: last?.dueAt === undefined ? undefined : lastSubmissionId };
}

/**
 * Refuses to place a lead a second time beside what stands of it.
 * @throws ApiError INVALID_STATE with what stands
 */
export async function refuseWhileStanding(of: Of, lead: LeadRecord): Promise<void> {
  const words = await standingWords(of, await leadStanding(of, lead));
  if (words !== undefined)
    throw new ApiError('INVALID_STATE', {
      message: `${words} To place it once more all the same, say \`again\`.`,
    });
}

/** What stands in a sentence, without times; undefined if nothing does. */
export async function standingWords(
  { clients }: Pick<Of, 'clients'>,
  { sale, unknown, inProgress }: LeadStanding,
): Promise<string | undefined> {
  if (sale) {
    const { clientId = '', placedCampaignId = '' } = sale;
    const client = (await clients.cached(clientId))?.name ?? clientId;
    return `${client} has this lead: it was sold ${priceWords(sale)} to campaign ${placedCampaignId}.`;
  }
  if (unknown !== undefined) return `It is not known whether the buyer of ${unknown} has this lead.`;
  return inProgress === undefined ? undefined : `The lead is on its way with ${inProgress}.`;
}

/** What a sale was made for: `for $70.00`, or `without a price`. */
export function priceWords({ minor, currency, unpriced }: LedgerEntry): string {
  return unpriced ? 'without a price' : `for ${moneyText(decimalAmount(minor, currency), currency)}`;
}

/** Whether a return has taken the sale back. */
function isGivenBack(sale: LedgerEntry, entries: readonly LedgerEntry[]): boolean {
  return entries.some(
    ({ type, submissionId, clientId }) =>
      type === 'return' && submissionId === sale.submissionId && clientId === sale.clientId,
  );
}
