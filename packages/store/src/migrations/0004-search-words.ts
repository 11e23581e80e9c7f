/**
 * Stores leads under the search words of this release: names without accents, mail addresses marked as such, a North
 * American number once, and no lead ids. A lead that changes during the migration gets its words from its writer.
 */
import type { AnyBulkWriteOperation } from 'mongodb';
import type { Migration } from './migration.js';

const AT_ONCE = 1_000;
const NOTE_EVERY = 100_000;

interface FoundLead {
  readonly _id: string;
  readonly search?: readonly string[];
}

export const searchWords: Migration = {
  id: '0004-search-words',
  async run(db, { note, throwIfLost }) {
    const leads = db.collection<FoundLead>('leads');
    let seen = 0;
    for (let last = ''; ;) {
      const found = await leads
        .find({ _id: { $gt: last } }, { projection: { search: 1 } })
        .sort({ _id: 1 })
        .limit(AT_ONCE)
        .toArray();
      const changes = found.flatMap(changeOf);
      throwIfLost();
      if (changes.length > 0) await leads.bulkWrite(changes, { ordered: false });
      seen += found.length;
      if (seen % NOTE_EVERY === 0 && found.length > 0) note(`${seen} leads`);
      last = found.at(-1)?._id ?? last;
      if (found.length < AT_ONCE) return;
    }
  },
};

function changeOf({ _id, search = [] }: FoundLead): AnyBulkWriteOperation<FoundLead>[] {
  const leadId = _id.slice(_id.indexOf('/') + 1).toLowerCase();
  const words = [...new Set(search.filter((word) => word !== leadId).map(wordNow))].filter(
    (word, _, all) => !(/^1\d{10}$/.test(word) && all.includes(word.slice(1))),
  );
  const same = words.length === search.length && words.every((word, index) => word === search[index]);
  return same ? [] : [{ updateOne: { filter: { _id, search }, update: { $set: { search: words } } } }];
}

// The domain's words of this release; a later release changes them in a migration of its own.
const asTyped: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ø: 'o', ß: 'ss', þ: 'th', ð: 'd', đ: 'd', ħ: 'h', ł: 'l', ı: 'i' },
};

function wordNow(word: string): string {
  if (word.includes('@')) return word.startsWith('@') ? word : `@${word}`.slice(0, 100);
  return word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[æœøßþðđħłı]/g, (letter) => asTyped[letter] ?? letter)
    .normalize('NFC');
}
