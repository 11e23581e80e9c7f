/**
 * A tenant's records, read page by page in key order; only one page is held in memory. Records written during the
 * export may or may not be included.
 */
import {
  AN_OPERATOR,
  personalPaths,
  type ExportKind,
  type ExportLine,
  type ExportRange,
} from '@sluice/contracts';
import type { Collection, Document } from 'mongodb';
import {
  exportShape,
  idOf,
  isOnHold,
  keyOf,
  keyRange,
  type StoreDb,
  ulidTime,
  whenDueBeforeHold,
} from '@sluice/store';

const PAGE = 500;

/** The words by which leads are found, which are derived from their data. */
const derived = { search: 0 } as const;

/** Reads the {@link ExportRange}, one line each: a head, the records kind by kind, and an end that counts them. */
export async function* exportRecords(db: StoreDb, range: ExportRange, at: Date): AsyncGenerator<ExportLine> {
  const { tenantId, kinds, since, until, toMember } = range;
  yield {
    record: 'export',
    version: 1,
    tenantId,
    kinds,
    ...(since && { since: since.toISOString() }),
    ...(until && { until: until.toISOString() }),
    at: at.toISOString(),
    personal: Object.fromEntries(kinds.map((kind) => [kind, personalPaths[kind]])),
  };
  const records: Partial<Record<ExportKind, number>> = {};
  for (const kind of kinds) {
    records[kind] = 0;
    for await (const { _id, tenantId: _tenant, ...document } of documentsOf(db, kind, range)) {
      records[kind] += 1;
      yield { ...withoutHold(toMember ? withoutOperators(document) : document), record: kind, id: idOf(_id) };
    }
  }
  yield { record: 'end', records };
}

// Readers know nothing of how work is put on hold.
function withoutHold(document: Document): Document {
  const dueAt = document['dueAt'] as Date | undefined;
  return dueAt && isOnHold(dueAt) ? { ...document, dueAt: whenDueBeforeHold(dueAt), onHold: true } : document;
}

function withoutOperators(document: Document): Document {
  const { byOperator, decidedByOperator, ...shown } = document as Readonly<Record<string, unknown>>;
  const hidden = {
    ...(byOperator !== undefined && { by: AN_OPERATOR }),
    ...(decidedByOperator !== undefined && { decidedBy: AN_OPERATOR }),
  };
  return { ...shown, ...hidden };
}

type Keyed = { readonly _id: string } & Document;

async function* documentsOf(
  db: StoreDb,
  kind: ExportKind,
  { tenantId, since, until }: ExportRange,
): AsyncGenerator<Keyed> {
  const { at, prefix = '', text } = exportShape(kind);
  const collection = db.collection(kind) as unknown as Collection<Keyed>;
  const bound = (instant: Date) => (text ? instant.toISOString() : instant);
  const written = since || until ? { [at]: { $gte: since && bound(since), $lt: until && bound(until) } } : {};
  const { $gte, $lt } = keyRange(keyOf(tenantId, prefix));
  // An id is never minted after its record was written.
  const end = until && prefix ? keyOf(tenantId, `${prefix}${ulidTime(until.getTime() + 1)}`) : $lt;
  for (let after: string | undefined; ;) {
    const _id = { ...(after === undefined ? { $gte } : { $gt: after }), $lt: end };
    const page = await collection
      .find({ _id, ...written } as Document, { projection: derived })
      .sort({ _id: 1 })
      .limit(PAGE)
      .toArray();
    yield* page as Keyed[];
    if (page.length < PAGE) return;
    after = page.at(-1)?._id;
  }
}
