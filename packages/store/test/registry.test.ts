import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { collections, entries, type DocumentOf, type StoreDb } from '../src/registry/collections.js';
import { collection } from '../src/registry/entry.js';

const whole = {
  indexes: [],
  sharded: 'no',
  grows: true,
  ofLeads: 'none',
  retention: 'kept',
  erasure: 'kept',
  export: 'no',
} as const;
interface Note {
  readonly _id: string;
  readonly leadId: string;
}

// Each of these is checked by the compiler: an expected error that is none fails the check of types.
describe('the registry of collections', () => {
  it.each(Object.keys(whole))('takes no collection without its `%s`', (field) => {
    const { indexes: _indexes, ...noIndexes } = whole;
    const { sharded: _sharded, ...noSharding } = whole;
    const { grows: _grows, ...noGrowth } = whole;
    const { ofLeads: _ofLeads, ...noLeads } = whole;
    const { retention: _retention, ...noRetention } = whole;
    const { erasure: _erasure, ...noErasure } = whole;
    const { export: _export, ...noExport } = whole;
    const declare = collection<Note>();
    const incomplete = {
      // @ts-expect-error -- what its indexes are
      indexes: declare(noIndexes),
      // @ts-expect-error -- how it is sharded
      sharded: declare(noSharding),
      // @ts-expect-error -- whether it grows
      grows: declare(noGrowth),
      // @ts-expect-error -- whether it belongs to a lead
      ofLeads: declare(noLeads),
      // @ts-expect-error -- what retention does with it
      retention: declare(noRetention),
      // @ts-expect-error -- what an erasure does with it
      erasure: declare(noErasure),
      // @ts-expect-error -- whether it is exported
      export: declare(noExport),
    };
    expect(Object.keys(incomplete)).toContain(field);
    expect(declare(whole)).toEqual(whole);
  });

  it('lets no store use a collection that is not in it, or another type of document', () => {
    const used = (db: StoreDb) => {
      // @ts-expect-error -- no such name
      db.collection('noSuchName');
      // @ts-expect-error -- a lead has no such field
      const field: keyof DocumentOf<'leads'> = 'fileKey';
      return field;
    };
    expect(used).toBeInstanceOf(Function);
    expect(collections).not.toHaveProperty('noSuchName');
  });

  it('names each collection that is about a lead, and what an erasure leaves of it, in the documentation', () => {
    const page = readFileSync(
      fileURLToPath(new URL('../../../docs/project/security.md', import.meta.url)),
      'utf8',
    );
    const [, section = ''] = page.split('## Personal data, and what erasure leaves');
    const firsts = section.split('\n').flatMap((row) => row.split('|')[1]?.split(',') ?? []);
    const named = new Set(firsts.map((name) => name.trim()));
    const about = entries.filter(([, { ofLeads }]) => ofLeads !== 'none').map(([name]) => name);
    expect(about.filter((name) => !named.has(name))).toEqual([]);
  });
});
