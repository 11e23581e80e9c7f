/**
 * Pages of a tenant's leads: filters, search, order, and the index to use. A search by the beginnings of names is
 * listed in name order, everything else newest first.
 */
import type { Collection, Document } from 'mongodb';
import { dataFields, type FieldKind, type LeadRecord } from '@sluice/contracts';
import type { SearchTerm } from '@sluice/domain';
import { countedAsStages, type CountedAs } from '../counting/report-stages.js';
import { isBeingDeleted, keyOf, type LeadDocument, leadFrom, pageOf } from '@sluice/store';

/** The filter of a page of leads; each list matches any of its values. */
export interface LeadFilter {
  readonly campaignIds?: readonly string[];
  readonly clientIds?: readonly string[];
  readonly offerIds?: readonly string[];
  readonly supplierIds?: readonly string[];
  readonly subId1?: string;
  readonly statuses?: readonly string[];
  /** Conditions that a lead must all meet. */
  readonly terms?: readonly SearchTerm[];
  readonly createdFrom?: Date;
  readonly createdTo?: Date;
  /** Only those behind a number of a report; then tests are left out, and `terms` are ignored. */
  readonly counted?: CountedAs;
}

/**
 * The tenant, the maximum number of leads, and the lead after which the page starts; without `after`, the first page.
 */
interface PageAsk {
  readonly tenantId: string;
  readonly limit: number;
  readonly after: LeadDocument | undefined;
}

/** The order of a page. A search by beginnings of names is in name order, unless another filter leaves few leads. */
export type LeadOrder = 'newest' | 'name';

const newestFirst = { createdAt: -1, _id: -1 } as const;
const bySearch = { tenantId: 1, search: 1, ...newestFirst } as const;

/** A word of at least this many leads is common; the exact number does not matter. */
const COMMON = 1_000;

/** Up to this many leads are checked one by one. */
const FEW = 3_000;

/** Sorts after every word with the beginning it follows. */
const BEHIND = '\u{10ffff}';

// Answers, notes, files and tracking data may be large.
const small: ReadonlySet<FieldKind> = new Set(['text', 'truth', 'name', 'email', 'phone', 'parts']);

// What a list does not show is not read.
const inPages = Object.fromEntries(
  [
    ...['search', 'submissionIds', 'refusedIds', 'revision', 'ended'],
    ...Object.entries(dataFields).flatMap(([name, { kind }]) => (small.has(kind) ? [] : [`data.${name}`])),
  ].map((field) => [field, 0] as const),
);

type Leads = Collection<LeadDocument>;
type WordTerm = Extract<SearchTerm, { kind: 'word' }>;
type BeginningTerm = Extract<SearchTerm, { kind: 'beginning' }>;

/** A page of leads. */
export interface LeadPage {
  readonly leads: readonly LeadRecord[];
  /** The last of them if there are more, after which the next page starts. */
  readonly nextCursor: string | null;
  readonly order: LeadOrder;
}

/** Pages of one tenant's leads. */
export class LeadPages {
  readonly #leads: Leads;
  readonly #tenantId: string;

  constructor(leads: Leads, tenantId: string) {
    this.#leads = leads;
    this.#tenantId = tenantId;
  }

  /**
   * A page of at most `limit` leads, without their answers: newest first by creation, which may be long after their ids
   * were minted under an Idempotency-Key; in name order if the search has only beginnings of names. It starts after the
   * lead `cursor`, and is empty if that lead does not exist.
   */
  async page(filter: LeadFilter, limit: number, cursor?: string): Promise<LeadPage> {
    const after = cursor === undefined ? undefined : await this.#find(cursor);
    if (cursor !== undefined && !after) return { leads: [], nextCursor: null, order: 'newest' };
    const ask = { tenantId: this.#tenantId, limit: limit + 1, after };
    const { found, order } = filter.counted
      ? await readCounted(this.#leads, filter, filter.counted, ask)
      : await readLeadPage(this.#leads, filter, ask);
    const { items, nextCursor } = pageOf(found.map(leadFrom), limit, ({ leadId }) => leadId);
    return { leads: items, nextCursor, order };
  }

  async #find(leadId: string): Promise<LeadDocument | undefined> {
    const document = await this.#leads.findOne({ _id: keyOf(this.#tenantId, leadId) });
    return document && !isBeingDeleted(document) ? document : undefined;
  }
}

// Reads the page, without the leads' answers.
async function readLeadPage(
  leads: Leads,
  filter: LeadFilter,
  ask: PageAsk,
): Promise<{ readonly found: readonly LeadDocument[]; readonly order: LeadOrder }> {
  const terms = filter.terms ?? [];
  const words = terms.filter((term) => term.kind === 'word');
  const beginnings = terms.filter((term) => term.kind === 'beginning');
  const narrowed = narrowing(filter, ask.tenantId);
  const oneLead = terms.some(({ kind }) => kind === 'lead');
  const few =
    words.length === 0 && beginnings.length > 0 && !oneLead
      ? await indexOfFew(leads, filter, ask.tenantId)
      : undefined;
  if (few === 'none') return { found: await inOrderOfNames(leads, narrowed, beginnings, ask), order: 'name' };
  const [rarest, ...others] = await rarestFirst(leads, words, ask.tenantId);
  const cursor = leads
    .find(
      {
        ...narrowed,
        ...createdUntil(narrowed, ask.after),
        ...(rarest && { search: wordQuery(rarest) }),
        ...allOf([...others.map(hasWord), ...beginnings.map(hasBeginning)]),
      },
      { projection: inPages },
    )
    .limit(ask.limit);
  if (few) cursor.hint(few);
  // A single lead needs no order, and its key finds it.
  return { found: await (oneLead ? cursor : cursor.sort(newestFirst)).toArray(), order: 'newest' };
}

/** The leads behind a number of a report. They are read newest first along an index until the page is full. */
async function readCounted(
  leads: Leads,
  { terms: _terms, ...filter }: LeadFilter,
  counted: CountedAs,
  { tenantId, limit, after }: PageAsk,
): Promise<{ readonly found: readonly LeadDocument[]; readonly order: LeadOrder }> {
  const narrowed = narrowing(filter, tenantId);
  const given = Object.entries({ ...narrowed, ...createdUntil(narrowed, after), isTest: { $ne: true } });
  const keys = await leads
    .aggregate<Pick<LeadDocument, '_id'>>([
      { $match: Object.fromEntries(given.filter(([, value]) => value !== undefined)) },
      { $sort: newestFirst },
      ...countedAsStages(tenantId, counted),
      { $limit: limit },
    ])
    .toArray();
  const ids = keys.map(({ _id }) => _id);
  const found = leads.find({ tenantId, _id: { $in: ids } }, { projection: inPages }).sort(newestFirst);
  return { found: await found.toArray(), order: 'newest' };
}

/** The index by which a filter leaves few leads to check, or `none` if the name index finds them sooner. */
async function indexOfFew(
  leads: Leads,
  { campaignIds, clientIds, offerIds, supplierIds, statuses }: LeadFilter,
  tenantId: string,
): Promise<Readonly<Record<string, 1 | -1>> | 'none'> {
  const given = Object.entries({
    campaignId: campaignIds,
    clientId: clientIds,
    offerId: offerIds,
    supplierId: supplierIds,
    status: statuses,
  });
  const counted = await Promise.all(
    given.flatMap(([field, values]) =>
      values === undefined
        ? []
        : [
            leads
              .countDocuments({ tenantId, [field]: { $in: values } }, { limit: FEW })
              .then((count) => ({ field, count })),
          ],
    ),
  );
  const least = counted.sort((a, b) => a.count - b.count)[0];
  return least && least.count < FEW ? { tenantId: 1, [least.field]: 1, ...newestFirst } : 'none';
}

function narrowing(
  { campaignIds, clientIds, offerIds, supplierIds, subId1, statuses, ...filter }: LeadFilter,
  tenantId: string,
): Document {
  const { createdFrom, createdTo, terms = [] } = filter;
  const ids = terms.flatMap((term) => (term.kind === 'lead' ? [keyOf(tenantId, term.leadId)] : []));
  return {
    tenantId,
    createdAt: { $gte: createdFrom ?? new Date(0), ...(createdTo && { $lte: createdTo }) },
    campaignId: campaignIds && { $in: campaignIds },
    clientId: clientIds && { $in: clientIds },
    offerId: offerIds && { $in: offerIds },
    supplierId: supplierIds && { $in: supplierIds },
    'subIds.subId1': subId1,
    status: statuses && { $in: statuses },
    // No lead has two ids.
    _id: ids.length > 1 ? { $in: [] } : ids[0],
  };
}

function createdUntil(narrowed: Document, after: PageAsk['after']): Document {
  if (!after) return {};
  const { createdAt } = narrowed as { createdAt: { $lte?: Date } };
  const until = createdAt.$lte && createdAt.$lte < after.createdAt ? createdAt.$lte : after.createdAt;
  return {
    createdAt: { ...createdAt, $lte: until },
    $nor: [{ createdAt: after.createdAt, _id: { $gte: after._id } }],
  };
}

/**
 * The leads with names of these beginnings, in the order of the first matching word of each, and newest first under the
 * same word. They are read along the index of the search words, so a page costs the same however many leads have such a
 * name.
 */
async function inOrderOfNames(
  leads: Leads,
  narrowed: Document,
  beginnings: readonly BeginningTerm[],
  { limit, after }: PageAsk,
): Promise<readonly LeadDocument[]> {
  // The longest beginning usually matches the fewest leads, and every page of a list has to choose the same one.
  const [first, ...others] = [...beginnings].sort((a, b) => b.beginning.length - a.beginning.length);
  const { beginning } = first as BeginningTerm;
  const read = (more: Document, conditions: readonly Document[], most: number) =>
    leads
      .find(
        { ...narrowed, ...more, ...allOf([...others.map(hasBeginning), ...conditions]) },
        { projection: inPages },
      )
      .hint(bySearch)
      .limit(most);

  if (!after) return read({ search: between('$gte', beginning, beginning) }, [], limit).toArray();
  const word = firstWord(after.search, beginning);
  // The lead's name has changed since, so the list cannot continue from it.
  if (word === undefined) return [];
  const alike = await read(
    { ...createdUntil(narrowed, after), search: word },
    [hasNone('$lt', beginning, word)],
    limit,
  )
    .sort(newestFirst)
    .toArray();
  if (alike.length === limit) return alike;
  // A lead with several matching words is listed once, under the first of them.
  const further = read(
    { search: between('$gt', word, beginning) },
    [hasNone('$lte', beginning, word)],
    limit - alike.length,
  );
  return [...alike, ...(await further.toArray())];
}

function between(from: '$gt' | '$gte', word: string, beginning: string): Document {
  return { $elemMatch: { [from]: word, $lt: beginning + BEHIND } };
}

/** The first of `words` with this beginning, in the order of the index. */
function firstWord(words: readonly string[], beginning: string): string | undefined {
  return words
    .filter((word) => word.startsWith(beginning))
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))[0];
}

// Only one word can be looked up in the index; the others are checked on its results.
async function rarestFirst(
  leads: Leads,
  words: readonly WordTerm[],
  tenantId: string,
): Promise<readonly WordTerm[]> {
  if (words.length < 2) return words;
  const counts = await Promise.all(
    words.map(async (word) => ({
      word,
      count: await leads.countDocuments({ tenantId, search: wordQuery(word) }, { limit: COMMON }),
    })),
  );
  return counts.sort((a, b) => a.count - b.count).map(({ word }) => word);
}

function wordQuery({ anyOf }: WordTerm): string | { $in: string[] } {
  return anyOf.length === 1 ? (anyOf[0] as string) : { $in: [...anyOf] };
}

// Expressions, so that the planner does not choose among the words itself.
function allOf(conditions: readonly Document[]): Document {
  return conditions.length > 0 ? { $expr: { $and: conditions } } : {};
}

function hasWord({ anyOf }: WordTerm): Document {
  return { $gt: [{ $size: { $setIntersection: ['$search', { $literal: anyOf }] } }, 0] };
}

function hasBeginning({ beginning }: BeginningTerm): Document {
  const begins = { $eq: [{ $indexOfCP: ['$$this', { $literal: beginning }] }, 0] };
  return { $anyElementTrue: { $map: { input: '$search', as: 'this', in: begins } } };
}

function hasNone(before: '$lt' | '$lte', from: string, word: string): Document {
  const cond = {
    $and: [{ $gte: ['$$this', { $literal: from }] }, { [before]: ['$$this', { $literal: word }] }],
  };
  return { $eq: [{ $size: { $filter: { input: '$search', cond } } }, 0] };
}
