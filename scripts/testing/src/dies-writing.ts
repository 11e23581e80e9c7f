/**
 * Loaded into a service's process (`node --import`): the process dies between two writes, also between two that travel in
 * one command, as when the database is killed with it. DIES_BEFORE=COLLECTION:N:PATTERN names the write that is not made
 * any more: the Nth to that collection whose text (JSON of the document, or of filter and update) matches the pattern.
 */
import { Collection, MongoClient } from 'mongodb';

type Method = (this: object, writes: unknown, ...more: unknown[]) => Promise<unknown>;

const [, named = '', count = '1', pattern = ''] =
  /^(\w+):(\d+):(.*)$/.exec(process.env['DIES_BEFORE'] ?? '') ?? [];
const wanted = new RegExp(pattern);
let left = Number(count);

function textOf(write: unknown): string {
  return JSON.stringify(write, (_key, value: unknown) => (value instanceof Map ? [...value] : value));
}

/** Whether this is the write. */
function isLast(collection: string, write: unknown): boolean {
  if (left === 0 || collection !== named || !wanted.test(textOf(write))) return false;
  left -= 1;
  return left === 0;
}

const collectionOf = (namespace: string): string => namespace.slice(namespace.indexOf('.') + 1);

/** Sends the writes before that one, and dies. What is refused before it did not come so far. */
function cut(of: object, name: string, collectionAt: (self: object, write: unknown) => string): void {
  const original = Reflect.get(of, name) as Method;
  Reflect.set(of, name, async function (this: object, writes: unknown, ...more: unknown[]) {
    const before = left;
    const all = Array.isArray(writes) ? writes : [[writes, more[0]]];
    const at = all.findIndex((write) => isLast(collectionAt(this, write), write));
    const counted = before - left;
    try {
      if (at < 0) return await original.call(this, writes, ...more);
      if (at > 0) await original.call(this, all.slice(0, at), ...more);
    } catch (error) {
      left += counted;
      throw error;
    }
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => undefined);
  });
}

const own = (self: object): string => (self as Collection).collectionName;
cut(MongoClient.prototype, 'bulkWrite', (_client, write) =>
  collectionOf((write as { readonly namespace: string }).namespace),
);
// An insert of many is a bulk write.
for (const name of ['bulkWrite', 'insertOne', 'updateOne', 'findOneAndUpdate'])
  cut(Collection.prototype, name, own);
