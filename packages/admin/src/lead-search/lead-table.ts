/** Leads as a table, with personal data. */
import { leadSourceOf, type LeadRecord, type LedgerEntry, type Names } from '@sluice/contracts';
import { decimalAmount, fieldValue, localClock, nameIn, reasonWords, type CsvColumns } from '@sluice/domain';

/** A lead with its latest sale. */
export interface SoldLead {
  readonly lead: LeadRecord;
  readonly sale: LedgerEntry | undefined;
}

/** What the columns need besides the leads. */
export interface LeadTableOptions {
  /** The time zone of dates and times. */
  readonly zone: string;
  readonly names: Names;
}

/** These columns: those of a lead and its sale and, by any other name, its fields by their keys. */
export function leadTable(
  columns: readonly string[],
  { zone, names }: LeadTableOptions,
): CsvColumns<SoldLead> {
  const clock = ({ lead }: SoldLead) => localClock(lead.createdAt, zone);
  const own: CsvColumns<SoldLead> = {
    date: (row) => clock(row).date,
    time: (row) => clock(row).time,
    status: ({ lead }) => lead.status,
    reason: ({ lead: { reason } }) => (reason === undefined ? null : reasonWords(reason, { reveal: true })),
    campaign: ({ lead }) => nameIn(names.campaigns, lead.campaignId),
    placedCampaignId: ({ sale }) => sale && (sale.placedCampaignId ?? sale.campaignId),
    clientId: ({ sale }) => sale?.clientId,
    client: ({ sale }) => nameIn(names.clients, sale?.clientId),
    price: ({ sale }) => sale && (sale.unpriced ? null : decimalAmount(sale.minor, sale.currency)),
    currency: ({ sale }) => sale?.currency,
    isTest: ({ lead }) => (lead.isTest ? 'true' : null),
  };
  return Object.fromEntries(
    columns.map((name) => [name, Object.hasOwn(own, name) ? own[name]! : ofField(name)] as const),
  );
}

/** Whether some of these columns are in no list of leads, which omit the questionnaire. */
export function readsAnswers(columns: readonly string[], known: readonly string[]): boolean {
  return columns.some((name) => !known.includes(name));
}

function ofField(key: string): CsvColumns<SoldLead>[string] {
  return ({ lead }) => {
    const value = fieldValue({ ...lead, ...leadSourceOf(lead), files: [] }, key);
    if (value === undefined || typeof value === 'string' || typeof value === 'number') return value;
    return JSON.stringify(value);
  };
}
