/** The values of a lead that make another lead its duplicate. The store knows which lead holds them. */
import { canonicalEmail, type Campaign, type Client, type LeadData, type OwnReason } from '@sluice/contracts';
import { plainText } from '../conditions/compare.js';
import { canonicalFieldKey, fieldValue } from '../conditions/field-value.js';
import { identifyingPhone } from '../lead/phone.js';
import { sha256 } from '../sha256.js';

/** A value that only one lead at a time may hold within the scope and window of its campaign. */
export interface DedupeKey {
  readonly field: string;
  /** Normalised, so that equal values are equal texts. */
  readonly value: string;
}

const defaultFields = ['phone', 'email'];

/** Whether a campaign looks for duplicates among the leads of its client, when a lead is offered to it. */
export function isByClient({ settings }: Campaign): boolean {
  return settings?.dedupeEnabled === true && settings.dedupeScope === 'client';
}

/** Why no duplicates are looked for at qualification, as a reason for the trace; undefined if they are. */
export function dedupeSkipReason(
  campaign: Campaign,
  client: Client | undefined,
  isTest: boolean,
): OwnReason | undefined {
  return (
    clientSkipReason(campaign, client, isTest) ?? (isByClient(campaign) ? 'dedupe_by_client' : undefined)
  );
}

/** Why deduplication does not apply at all, as a reason for the trace; undefined if it applies. */
export function clientSkipReason(
  campaign: Campaign,
  client: Client | undefined,
  isTest: boolean,
): OwnReason | undefined {
  if (isTest) return 'test_lead';
  if (campaign.settings?.dedupeEnabled !== true) return 'dedupe_off';
  return client?.settings?.acceptDuplicates === true ? 'client_accepts_duplicates' : undefined;
}

/** The fields that duplicates are found by in a campaign, each once and in its canonical spelling. */
export function dedupeFields({ settings }: Pick<Campaign, 'settings'>): readonly string[] {
  return [...new Set((settings?.dedupeFields ?? defaultFields).map(canonicalFieldKey))];
}

/** Among which leads a campaign looks for duplicates: what the names of all their claims begin with. */
export function dedupeOwner({ campaignId, offerId, clientId, settings }: Campaign): string {
  switch (settings?.dedupeScope ?? 'campaign') {
    case 'campaign':
      return campaignId;
    case 'offer':
      return `offer.${offerId}`;
    case 'tenant':
      return 'tenant';
    case 'client':
      return `client.${clientId}`;
  }
}

/** The fields of the names of claims: each dedupe field by itself, or `all` of them together. */
export function claimedFields(campaign: Campaign): readonly string[] {
  return campaign.settings?.dedupeMatch === 'all' ? ['all'] : dedupeFields(campaign);
}

/**
 * The values to claim for a lead, one for each dedupe field that has a value, or one for all of them if none is empty;
 * none if deduplication does not apply. Always in the same order (phone, email, then by key), so that two leads never
 * claim crosswise.
 */
export function dedupeKeys(
  campaign: Campaign,
  client: Client | undefined,
  data: LeadData,
  isTest: boolean,
): readonly DedupeKey[] {
  if (clientSkipReason(campaign, client, isTest) !== undefined) return [];
  const source = { leadId: '', campaignId: campaign.campaignId, isTest, data, files: [] };
  const fields = inClaimOrder(campaign);
  const keys = fields.flatMap((field) => {
    const value = field === 'phone' ? identifyingPhone(data) : identifying(field, fieldValue(source, field));
    return value === undefined || value === '' ? [] : [{ field, value }];
  });
  if (campaign.settings?.dedupeMatch !== 'all') return keys;
  if (keys.length < fields.length) return [];
  return [{ field: 'all', value: together(keys.map(({ value }) => sha256(value))) }];
}

/** The same for values of which only the SHA-256 is known, in lower-case hex and by field; their `hash` is such one. */
export function dedupeHashes(
  campaign: Campaign,
  hashOf: ReadonlyMap<string, string>,
): readonly { readonly field: string; readonly hash: string }[] {
  const fields = inClaimOrder(campaign);
  const known = fields.flatMap((field) => {
    const hash = hashOf.get(field);
    return hash === undefined ? [] : [{ field, hash }];
  });
  if (campaign.settings?.dedupeMatch !== 'all') return known;
  if (known.length < fields.length) return [];
  return [{ field: 'all', hash: sha256(together(known.map(({ hash }) => hash))) }];
}

function together(hashes: readonly string[]): string {
  return hashes.join('.');
}

function inClaimOrder(campaign: Campaign): readonly string[] {
  return [...dedupeFields(campaign)].sort(byClaimOrder);
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
