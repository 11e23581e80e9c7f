/** What a return takes over from its sale. */
import type { LedgerSubject, ReturnRecord } from '@sluice/contracts';
import { periodAt } from '@sluice/domain';
import type { SoldLead } from './sale-to-return.js';

/** The part of a return that its sale determines. */
export type ReturnOfSale = LedgerSubject &
  Pick<ReturnRecord, 'placedCampaignId' | 'clientId' | 'minor' | 'currency' | 'soldAt' | 'month'>;

/** That part of the return of `sale`; `zone` is that of the campaign that placed the lead. */
export function returnOfSale(sale: SoldLead, zone: string): ReturnOfSale {
  const { entryId: _entryId, type: _type, unpriced: _unpriced, reference: _reference, ...sold } = sale;
  const { note: _note, by: _by, occurredAt: soldAt, ...subject } = sold;
  return { ...subject, soldAt, month: periodAt('monthly', zone, soldAt).key };
}
