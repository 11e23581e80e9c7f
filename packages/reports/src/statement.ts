/** The statement of a client: the entries of the ledger that were booked for it in a month, and what is due. */
import {
  type LedgerEntry,
  type Statement,
  type StatementEntry,
  type StatementSum,
  pageEnd,
} from '@sluice/contracts';
import {
  csvPart,
  decimalAmount,
  ledgerTotals,
  localClock,
  monthIn,
  owedTypes,
  resolveTimeZone,
  type CsvColumns,
  type CsvPart,
} from '@sluice/domain';
import type { Stores } from '@sluice/store';
import { namesOf } from './names-of.js';

interface Deps {
  readonly stores: Pick<Stores, 'clock' | 'forTenant' | 'tenants'>;
}

/** Which page of which statement. */
export interface StatementAsked {
  readonly clientId: string;
  /** `YYYY-MM`, `this` or `last`, by the client's time zone, else the tenant's. */
  readonly month: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The sums of the month, and a page of its entries, with people's notes. Undefined if there is no such client. */
export async function clientStatement(
  deps: Deps,
  tenantId: string,
  asked: StatementAsked,
): Promise<Statement | undefined> {
  const found = await statementOf(deps, tenantId, asked);
  if (!found) return undefined;
  const { ledger } = deps.stores.forTenant(tenantId);
  const { client, zone, month, filter } = found;
  const [sums, page] = await Promise.all([ledger.sums(filter), entriesOf(deps, tenantId, filter, asked)]);
  return {
    clientId: client.clientId,
    clientName: client.name,
    month: month.key,
    timezone: zone,
    from: month.from.toISOString(),
    to: new Date(month.before.getTime() - 1).toISOString(),
    sums: ledgerTotals(sums).map(({ revenue, costs: _costs, ...total }): StatementSum => ({
      ...total,
      due: revenue,
    })),
    ...page,
  };
}

/** A page of the entries as a table; `withNotes`, with what people wrote. Undefined if there is no such client. */
export async function statementCsv(
  deps: Deps,
  tenantId: string,
  { withNotes, bom, ...asked }: StatementAsked & { readonly withNotes: boolean; readonly bom: boolean },
): Promise<{ readonly csv: string; readonly nextCursor: string | null } | undefined> {
  const found = await statementOf(deps, tenantId, asked);
  if (!found) return undefined;
  const { entries, nextCursor } = await entriesOf(deps, tenantId, found.filter, asked);
  const part: CsvPart = { isFirst: asked.cursor === undefined, bom };
  return { csv: csvPart(columnsIn(found.zone, withNotes), entries, part), nextCursor };
}

async function statementOf({ stores }: Deps, tenantId: string, { clientId, month: named }: StatementAsked) {
  const [tenant, client] = await Promise.all([
    stores.tenants.cached(tenantId),
    stores.forTenant(tenantId).clients.find(clientId),
  ]);
  if (!client) return undefined;
  const zone = resolveTimeZone(client.settings?.timezone, tenant?.settings.timezone);
  const month = monthIn(zone, named, stores.clock.now());
  const { from, before } = month;
  return { client, zone, month, filter: { clientId, type: owedTypes, from, before } };
}

type Filter = NonNullable<Awaited<ReturnType<typeof statementOf>>>['filter'];

async function entriesOf(
  { stores }: Deps,
  tenantId: string,
  filter: Filter,
  { limit, cursor }: Pick<StatementAsked, 'limit' | 'cursor'>,
): Promise<Pick<Statement, 'entries' | 'nextCursor' | 'hasMore'>> {
  const { campaigns, ledger } = stores.forTenant(tenantId);
  const { entries, nextCursor } = await ledger.page(filter, limit, cursor);
  const names = await namesOf(campaigns, entries.map(campaignOf));
  const shown = entries.map((entry) => shownEntry(entry, names.get(campaignOf(entry))));
  return { entries: shown, ...pageEnd(nextCursor) };
}

function campaignOf({ campaignId, placedCampaignId = campaignId }: LedgerEntry): string {
  return placedCampaignId;
}

function shownEntry(entry: LedgerEntry, campaignName: string | undefined): StatementEntry {
  const { entryId, type, minor, currency, leadId, occurredAt, unpriced, note, by } = entry;
  return {
    entryId,
    type,
    amount: decimalAmount(minor, currency),
    currency,
    leadId,
    campaignId: campaignOf(entry),
    campaignName,
    occurredAt: occurredAt.toISOString(),
    unpriced,
    note,
    by,
  };
}

function columnsIn(zone: string, withNotes: boolean): CsvColumns<StatementEntry> {
  const clock = ({ occurredAt }: StatementEntry) => localClock(new Date(occurredAt), zone);
  return {
    date: (entry) => clock(entry).date,
    time: (entry) => clock(entry).time,
    type: ({ type }) => type,
    leadId: ({ leadId }) => leadId,
    campaignId: ({ campaignId }) => campaignId,
    campaign: ({ campaignName }) => campaignName,
    amount: ({ amount }) => amount,
    currency: ({ currency }) => currency,
    unpriced: ({ unpriced }) => (unpriced ? 'true' : null),
    ...(withNotes && { note: ({ note }: StatementEntry) => note }),
  };
}
