/** A dump of a database like that of mongodump, made by the driver alone, so that it needs no tools for any engine. */
import { BSON, type Db, type Document } from 'mongodb';

/** Every collection with its documents, in a form that can be written to a file. */
export type Dump = Readonly<Record<string, string>>;

const AT_ONCE = 1_000;

/** Dumps all collections, with documents in the order of their keys. */
export async function dumpOf(db: Db): Promise<Dump> {
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort();
  const dumped = await Promise.all(
    names.map(async (name) => {
      const documents = await db.collection(name).find().sort({ _id: 1 }).toArray();
      return [
        name,
        documents.map((document) => BSON.EJSON.stringify(document, { relaxed: false })).join('\n'),
      ] as const;
    }),
  );
  return Object.fromEntries(dumped);
}

/** Writes a dump into an empty database; `sluice migrate` builds the indexes. */
export async function restore(db: Db, dump: Dump): Promise<void> {
  for (const [name, text] of Object.entries(dump)) {
    const documents =
      text === ''
        ? []
        : text.split('\n').map((line) => BSON.EJSON.parse(line, { relaxed: false }) as Document);
    if (documents.length === 0) await db.createCollection(name);
    for (let start = 0; start < documents.length; start += AT_ONCE)
      await db.collection(name).insertMany(documents.slice(start, start + AT_ONCE));
  }
}
