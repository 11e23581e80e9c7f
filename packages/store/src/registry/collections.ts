/**
 * The registry: every collection once. Indexes, sharding, removal, export and the tests of query plans go over it. A
 * collection that is not in it cannot be reached, because {@link StoreDb} does not know its name.
 */
import type { ExportKind } from '@sluice/contracts';
import type { Collection, Db, Document } from 'mongodb';
import { aboutLeads } from './about-leads.js';
import { configuration, identity, operation } from './about-no-lead.js';
import type { Entry, ExportShape, Holds } from './entry.js';

export const collections = { ...aboutLeads, ...configuration, ...identity, ...operation };

/** The name of a collection. */
export type CollectionName = keyof typeof collections;

/** The documents of a collection. */
export type DocumentOf<N extends CollectionName> =
  (typeof collections)[N] extends Holds<infer D extends object> ? D : never;

/** The database as the stores see it: its collections by their names in the registry, each with its documents. */
export type StoreDb = Omit<Db, 'collection'> & {
  collection<N extends CollectionName>(name: N): Collection<DocumentOf<N>>;
};

/** The same database, for code that has it from the driver. */
export function storeDb(db: Db): StoreDb {
  return db;
}

/** A document of any collection. */
export interface AnyDocument extends Document {
  readonly _id: string;
}

/** Every entry, with the types of its documents left open. */
export const entries = Object.entries(collections) as unknown as readonly (readonly [
  CollectionName,
  Entry<AnyDocument>,
])[];

/** A collection with the type of its documents left open. */
export function anyCollection(db: StoreDb, name: CollectionName): Collection<AnyDocument> {
  return db.collection(name);
}

/** Every collection by its name. */
export type StoreCollections = { readonly [N in CollectionName]: Collection<DocumentOf<N>> };

/** The collections of a database. */
export function collectionsOf(db: StoreDb): StoreCollections {
  const found = entries.map(([name]) => [name, anyCollection(db, name)]);
  return Object.fromEntries(found) as StoreCollections;
}

type Exported = {
  [N in CollectionName]: (typeof collections)[N]['export'] extends 'no' ? never : N;
}[CollectionName];

type None<Missing extends never> = Missing;
// An error here names the collection that is exported and is missing in `exportKinds`; one below, a kind without a shape.
type Kind = Exclude<ExportKind, None<Exclude<Exported, ExportKind>>>;

/** How the records of this kind are exported. */
export function exportShape(kind: Kind): ExportShape {
  return collections[kind].export;
}
