/** What a further delivery of a lead would come on top of: a sale that stands, or a submission that has not ended. */
import { ApiError, type LeadRecord, type LedgerEntry } from '@sluice/contracts';
import { decimalAmount, leftOfSale } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';

/** What stands of a lead; both are absent for one that may be sold. */
export interface LeadStanding {
  /** Its last sale, unless nothing is left of it. */
  readonly sale?: LedgerEntry;
  /** Its last submission, unless that has ended. */
  readonly inProgress?: string;
}

type Of = Pick<TenantStores, 'clients' | 'ledger' | 'submissions'>;

/** Reads what stands of a lead. */
export async function leadStanding(
  { ledger, submissions }: Pick<Of, 'ledger' | 'submissions'>,
  { leadId, lastSubmissionId }: Pick<LeadRecord, 'leadId' | 'lastSubmissionId'>,
): Promise<LeadStanding> {
  const [entries, last] = await Promise.all([ledger.salesOfLead(leadId), submissions.find(lastSubmissionId)]);
  const sale = entries.find(({ type }) => type === 'sale');
  const isLeft = sale && leftOfSale(sale, entries) !== undefined && !isGivenBack(sale, entries);
  return {
    sale: isLeft ? sale : undefined,
    inProgress: last?.dueAt === undefined ? undefined : lastSubmissionId,
  };
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
  { sale, inProgress }: LeadStanding,
): Promise<string | undefined> {
  if (sale) {
    const { clientId = '', placedCampaignId = '' } = sale;
    const client = (await clients.cached(clientId))?.name ?? clientId;
    return `${client} has this lead: it was sold ${priceWords(sale)} to campaign ${placedCampaignId}.`;
  }
  return inProgress === undefined ? undefined : `The lead is on its way with ${inProgress}.`;
}

/** What a sale was made for: `for 70 USD`, or `without a price`. */
export function priceWords({ minor, currency, unpriced }: LedgerEntry): string {
  return unpriced ? 'without a price' : `for ${decimalAmount(minor, currency)} ${currency}`;
}

/** Whether a return has taken the sale back. */
function isGivenBack(sale: LedgerEntry, entries: readonly LedgerEntry[]): boolean {
  return entries.some(
    ({ type, submissionId, clientId }) =>
      type === 'return' && submissionId === sale.submissionId && clientId === sale.clientId,
  );
}
