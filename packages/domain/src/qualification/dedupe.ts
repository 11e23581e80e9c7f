/** The values of a lead that make another lead its duplicate. The store knows which lead holds them. */
import { canonicalEmail, type Campaign, type Client, type LeadData } from '@sluice/contracts';
import { plainText } from '../conditions/compare.js';
import { canonicalFieldKey, fieldValue } from '../conditions/field-value.js';
import { identifyingPhone } from '../lead/phone.js';

/** A value that only one lead at a time may hold within its campaign and window. */
export interface DedupeKey {
  readonly field: string;
  /** Normalised, so that equal values are equal texts. */
  readonly value: string;
}

const defaultFields = ['phone', 'email'];

/** Returns why deduplication does not apply, as a reason for the trace; undefined if it applies. */
export function dedupeSkipReason(
  campaign: Campaign,
  client: Client | undefined,
  isTest: boolean,
): 'test_lead' | 'dedupe_off' | 'client_accepts_duplicates' | undefined {
  if (isTest) return 'test_lead';
  if (campaign.settings?.dedupeEnabled !== true) return 'dedupe_off';
  return client?.settings?.acceptDuplicates === true ? 'client_accepts_duplicates' : undefined;
}

/** The fields that duplicates are found by in a campaign, each once and in its canonical spelling. */
export function dedupeFields({ settings }: Pick<Campaign, 'settings'>): readonly string[] {
  return [...new Set((settings?.dedupeFields ?? defaultFields).map(canonicalFieldKey))];
}

/**
 * The values to claim for a lead, one for each dedupe field that has a value; none if deduplication does not apply.
 * Always in the same order (phone, email, then by key), so that two leads never claim crosswise.
 */
export function dedupeKeys(
  campaign: Campaign,
  client: Client | undefined,
  data: LeadData,
  isTest: boolean,
): readonly DedupeKey[] {
  if (dedupeSkipReason(campaign, client, isTest) !== undefined) return [];
  const source = { leadId: '', campaignId: campaign.campaignId, isTest, data, files: [] };
  return [...dedupeFields(campaign)].sort(byClaimOrder).flatMap((field) => {
    const value = field === 'phone' ? identifyingPhone(data) : identifying(field, fieldValue(source, field));
    return value === undefined || value === '' ? [] : [{ field, value }];
  });
}

function byClaimOrder(a: string, b: string): number {
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

function rank(field: string): number {
  const at = defaultFields.indexOf(field);
  return at < 0 ? defaultFields.length : at;
}

// Lists and objects do not identify a person.
function identifying(field: string, value: unknown): string | undefined {
  if (field === 'email' && typeof value === 'string') return canonicalEmail(value);
  return plainText(value)?.replace(/ +/g, ' ');
}
