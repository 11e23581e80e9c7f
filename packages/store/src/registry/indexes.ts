/**
 * Builds the secondary indexes of the registry. All start with the tenant, except indexes of collections without a
 * tenant, and those that find expired documents, the next release, the oldest submission in progress and what operators
 * must know of; these are partial and small.
 */
import type { Document, IndexDescription } from 'mongodb';
import { entries, type CollectionName, type StoreDb } from './collections.js';

const indexed = entries.flatMap(([name, { indexes }]) =>
  indexes.length > 0 ? [[name, indexes] as const] : [],
);

/** Callbacks for the progress of the build, which may abort between two indexes. */
interface IndexStep {
  readonly note: (line: string) => void;
  readonly throwIfLost: () => void;
}

/** Names the declared indexes that `db` lacks or has in another form, as `collection.index`. */
export async function missingIndexes(db: StoreDb): Promise<readonly string[]> {
  const found = await Promise.all(indexed.map(([collection]) => indexesOf(db, collection)));
  return indexed.flatMap(([collection, descriptions], n) =>
    descriptions
      .filter((description) => !isSame(found[n]?.get(nameOf(description)), description))
      .map((description) => `${collection}.${nameOf(description)}`),
  );
}

/**
 * Builds the indexes that {@link missingIndexes} names, one after another, and returns their names. Repeatable. A new
 * collection gets all of its indexes in one command, because there is nothing to build.
 */
export async function ensureIndexes(
  db: StoreDb,
  { note, throwIfLost }: IndexStep,
): Promise<readonly string[]> {
  const built: string[] = [];
  for (const [collection, descriptions] of indexed) {
    const found = await indexesOf(db, collection);
    if (found.size === 0) {
      throwIfLost();
      const named = descriptions.map((description) => ({ ...description, name: nameOf(description) }));
      await db.collection(collection).createIndexes(named);
      note(`collection ${collection}: created with ${named.length} indexes`);
      built.push(...named.map(({ name }) => `${collection}.${name}`));
      continue;
    }
    for (const description of descriptions) {
      const name = nameOf(description);
      const before = found.get(name);
      if (isSame(before, description)) continue;
      throwIfLost();
      note(`index ${collection}.${name}: building`);
      const startedAt = performance.now();
      // An index of that name in another form stems from another release.
      if (before) await db.collection(collection).dropIndex(name);
      await db.collection(collection).createIndexes([{ ...description, name }]);
      note(`index ${collection}.${name}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
      built.push(`${collection}.${name}`);
    }
  }
  return built;
}

// An unnamed index gets the name that MongoDB itself gives it.
function nameOf({ key, name }: IndexDescription): string {
  const usual = Object.entries(key).map(([field, direction]) => `${field}_${String(direction)}`);
  return name ?? usual.join('_');
}

function isSame(one: Document | undefined, other: IndexDescription): boolean {
  const form = ({ key, partialFilterExpression = {}, unique = false }: Document) =>
    JSON.stringify([Object.entries(key as object), partialFilterExpression, unique]);
  return one !== undefined && form(one) === form(other);
}

const NAMESPACE_NOT_FOUND = 26;

async function indexesOf(db: StoreDb, collection: CollectionName): Promise<ReadonlyMap<string, Document>> {
  try {
    const found = (await db.collection(collection).listIndexes().toArray()) as Document[];
    return new Map(found.map((index) => [String(index['name']), index]));
  } catch (error) {
    if ((error as { code?: unknown }).code === NAMESPACE_NOT_FOUND) return new Map();
    throw error;
  }
}
