/**
 * Renames counters that earlier versions named without the kind of their owner, and the references of leads that wait
 * for them. A renamed counter is founded again on its first use; until then its open names are kept. Recorded decisions
 * stay as they were written.
 */
import { counterOwner } from '@sluice/contracts';
import type { Collection, Db } from 'mongodb';
import type { CounterDocument } from '../counter-document.js';
import { idOf, keyOf } from '../keys.js';
import type { SubmissionDocument } from '../submissions.js';
import type { Migration } from './migration.js';

const AT_ONCE = 500;

/**
 * Renames counters and the references of waiting leads. Repeatable, also concurrently. No earlier version may route
 * leads meanwhile or afterwards, because it would use other counters.
 */
export const counterNames: Migration = {
  id: '0001-counter-names',
  async run(db) {
    const namesNow = namer(db);
    await renameCounters(db.collection<CounterDocument>('counters'), namesNow);
    await renameAwaited(db.collection<SubmissionDocument>('submissions'), namesNow);
  },
};

type NamesNow = (tenantId: string, name: string) => Promise<readonly string[]>;

// A campaign and a client with the same name had one counter together, which becomes one counter for each.
function namer(db: Db): NamesNow {
  const exists = async (collection: string, key: string) =>
    (await db.collection<{ _id: string }>(collection).findOne({ _id: key }, { projection: { _id: 1 } })) !==
    null;
  const known = new Map<string, Promise<readonly string[]>>();
  const kindsOf = async (key: string): Promise<readonly string[]> => {
    const [campaign, client] = await Promise.all([exists('campaigns', key), exists('clients', key)]);
    if (campaign === client) return ['campaign', 'client'];
    return campaign ? ['campaign'] : ['client'];
  };
  return async (tenantId, name) => {
    if (counterOwner(name)) return [name];
    const key = keyOf(tenantId, name.slice(0, name.indexOf('.')));
    const kinds = known.get(key) ?? kindsOf(key);
    known.set(key, kinds);
    return (await kinds).map((kind) => `${kind}.${name}`);
  };
}

async function renameCounters(counters: Collection<CounterDocument>, namesNow: NamesNow): Promise<void> {
  for await (const { _id } of counters.find({}, { projection: { _id: 1 } })) {
    if (counterOwner(idOf(_id))) continue;
    // A counter that is settled meanwhile is renamed again, with its new values.
    while (!(await carryOver(counters, _id, namesNow)));
  }
}

async function carryOver(
  counters: Collection<CounterDocument>,
  key: string,
  namesNow: NamesNow,
): Promise<boolean> {
  const old = await counters.findOne({ _id: key });
  if (!old) return true;
  const { tenantId, open, confirmed, expiresAt } = old;
  for (const name of await namesNow(tenantId, idOf(key))) {
    await counters.updateOne(
      { _id: keyOf(tenantId, name) },
      [
        {
          $set: {
            tenantId,
            open: { $setUnion: [{ $ifNull: ['$open', []] }, { $literal: open }] },
            confirmed: { $ifNull: ['$confirmed', confirmed] },
            ...(expiresAt && { expiresAt }),
          },
        },
      ],
      { upsert: true },
    );
  }
  return (await counters.deleteOne({ _id: key, open, confirmed })).deletedCount === 1;
}

async function renameAwaited(submissions: Collection<SubmissionDocument>, namesNow: NamesNow): Promise<void> {
  const held = submissions.find(
    { waitsFor: { $exists: true } },
    { projection: { tenantId: 1, waitsFor: 1 } },
  );
  let changes: { updateOne: { filter: object; update: object } }[] = [];
  const write = async () => {
    if (changes.length > 0) await submissions.bulkWrite(changes, { ordered: false });
    changes = [];
  };
  for await (const { _id, tenantId, waitsFor = [] } of held) {
    if (waitsFor.every((name) => counterOwner(name))) continue;
    const now = (await Promise.all(waitsFor.map((name) => namesNow(tenantId, name)))).flat();
    changes.push({ updateOne: { filter: { _id, waitsFor }, update: { $set: { waitsFor: now } } } });
    if (changes.length >= AT_ONCE) await write();
  }
  await write();
}
