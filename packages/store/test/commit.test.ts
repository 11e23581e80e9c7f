import { MongoClient, MongoNetworkError, type Collection } from 'mongodb';
import { duringTests, testBackends } from '@sluice/testing';
import { createCommit, type Phase } from '../src/commit/commit.js';
import type { BulkWriter } from '../src/commit/ordered-writes.js';
import { changePhase, insertPhase } from '../src/commit/phases.js';

interface Stored {
  readonly _id: string;
  readonly of?: string;
  readonly ended?: boolean;
  readonly large?: unknown;
}

const backends = duringTests(testBackends);
const client = duringTests(() =>
  MongoClient.connect(backends.mongodbUrl, { monitorCommands: true, ignoreUndefined: true }),
);
let round = 0;

/** A commit of claims, decisions and changes of leads, on collections of its own. */
function world(writer: BulkWriter = client) {
  round += 1;
  const of = (name: string) => client.db('commits').collection<Stored>(`${name}${round}`);
  const [claims, decisions, leads] = [of('claims'), of('decisions'), of('leads')];
  const commit = createCommit(writer, {
    claims: insertPhase(claims, { inTurn: true }),
    decisions: insertPhase(decisions),
    leads: changePhase(leads),
  });
  const lead = (n: number, keys: readonly string[] = [`a${n}`, `b${n}`], decision: object = {}) => ({
    claims: keys.map((_id) => ({ _id, of: `lead${n}` })),
    decisions: [{ _id: `d${n}`, of: `lead${n}`, ...decision }],
    leads: [{ key: `lead${n}`, set: { ended: true } }],
  });
  return { commit, claims, decisions, leads, lead };
}

const ids = async (collection: Collection<Stored>, filter = {}) =>
  (await collection.find(filter).sort({ _id: 1 }).toArray()).map(({ _id }) => _id);

/** How many writing commands the driver sends while `work` runs. */
async function commandsOf(work: () => Promise<unknown>): Promise<number> {
  let sent = 0;
  const count = ({ commandName }: { readonly commandName: string }) => {
    if (['bulkWrite', 'insert', 'update', 'findAndModify'].includes(commandName)) sent += 1;
  };
  client.on('commandStarted', count);
  try {
    await work();
  } finally {
    client.off('commandStarted', count);
  }
  return sent;
}

const ten = Array.from({ length: 10 }, (_, n) => n);

describe('the writes of the leads of one moment', () => {
  it('are one command if nothing is refused', async () => {
    const { commit, claims, decisions, leads, lead } = world();
    await leads.insertMany(ten.map((n) => ({ _id: `lead${n}` })));
    const sent = await commandsOf(async () =>
      expect(await Promise.all(ten.map((n) => commit(lead(n))))).toEqual(ten.map(() => undefined)),
    );
    expect(sent).toBe(1);
    expect(await claims.countDocuments()).toBe(20);
    expect(await decisions.countDocuments()).toBe(10);
    expect(await leads.countDocuments({ ended: true })).toBe(10);
  });

  it.each([
    ['its first claim', 'claims', 'a4', { claims: ['exists'] }, [[], []]],
    ['its second claim', 'claims', 'b4', { claims: ['made', 'exists'] }, [['a4'], []]],
    [
      'its decision',
      'decisions',
      'd4',
      { claims: ['made', 'made'], decisions: ['exists'] },
      [['a4', 'b4'], []],
    ],
  ] as const)(
    'are all made but the later ones of a lead of which %s is refused',
    async (_what, where, _id, outcome, [claimed, ended]) => {
      const { commit, claims, leads, lead, ...more } = world();
      await leads.insertMany(ten.map((n) => ({ _id: `lead${n}` })));
      await (where === 'claims' ? claims : more.decisions).insertOne({ _id, of: 'another' });
      const outcomes = await Promise.all(ten.map((n) => commit(lead(n))));
      expect(outcomes[4]).toEqual(outcome);
      expect(await ids(claims, { of: 'lead4' })).toEqual(claimed);
      expect(await ids(more.decisions, { of: 'lead4' })).toEqual([]);
      expect(await ids(leads, { _id: 'lead4', ended: true })).toEqual(ended);
      expect(await claims.countDocuments({ of: { $nin: ['lead4', 'another'] } })).toBe(18);
      expect(await more.decisions.countDocuments({ of: { $ne: 'another' } })).toBe(9);
      expect(await leads.countDocuments({ ended: true })).toBe(9);
    },
  );

  it('take one more command for each phase at most, however many leads are refused', async () => {
    const { commit, claims, decisions, leads, lead } = world();
    const sixty = Array.from({ length: 60 }, (_, n) => n);
    await leads.insertMany(sixty.map((n) => ({ _id: `lead${n}` })));
    await claims.insertMany(
      sixty.slice(0, 30).map((n) => ({ _id: n % 2 ? `a${n}` : `b${n}`, of: 'another' })),
    );
    const sent = await commandsOf(() => Promise.all(sixty.map((n) => commit(lead(n)))));
    // The first command; the first claims, the second ones, the decisions and the changes.
    expect(sent).toBeLessThanOrEqual(5);
    expect(await decisions.countDocuments()).toBe(30);
    expect(await leads.countDocuments({ ended: true })).toBe(30);
  });

  it('take the first claims of all leads before any second one, so that no two leads hold what the other wants', async () => {
    const { commit, claims, lead } = world();
    const outcomes = await Promise.all([commit(lead(1, ['x', 'y'])), commit(lead(2, ['y', 'x']))]);
    // Each holds its first and lacks its second; none is decided.
    expect(outcomes).toEqual([{ claims: ['made', 'exists'] }, { claims: ['made', 'exists'] }]);
    expect(await claims.countDocuments()).toBe(2);
  });

  it('are made although a document of one lead cannot be stored, which fails alone', async () => {
    const { commit, decisions, lead } = world();
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const large = 'x'.repeat(17 * 1024 * 1024);
    const outcomes = await Promise.allSettled([
      commit(lead(1)),
      commit(lead(2, ['a2'], { large: circular })),
      commit(lead(3)),
      commit(lead(4, ['a4'], { large })),
      commit(lead(5)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await ids(decisions)).toEqual(['d1', 'd3', 'd5']);
  });

  it('are known as made when they are repeated because the answer was lost', async () => {
    const { commit, claims, decisions, leads, lead } = world();
    await leads.insertOne({ _id: 'lead1' });
    await commit(lead(1));
    const again = await commit(lead(1));
    expect(again).toEqual({ claims: ['made', 'made'], decisions: ['made'], leads: ['made'] });
    expect([await claims.countDocuments(), await decisions.countDocuments()]).toEqual([2, 1]);
  });

  it('are rejected together if the database goes away between two phases, and a repetition makes the rest', async () => {
    round += 1;
    const of = (name: string) => client.db('commits').collection<Stored>(`${name}${round}`);
    const [claims, decisions] = [of('claims'), of('decisions')];
    const inner = insertPhase(decisions);
    let away = true;
    const gone: Phase<Stored, 'exists'> = {
      ...inner,
      each: async (items) => {
        if (away) throw new MongoNetworkError('the connection was closed');
        return inner.each(items);
      },
    };
    const commit = createCommit(client, { claims: insertPhase(claims), decisions: gone });
    await claims.insertOne({ _id: 'a1', of: 'another' });
    const lead = (n: number) => ({ claims: [{ _id: `a${n}` }], decisions: [{ _id: `d${n}` }] });
    const tried = await Promise.allSettled([1, 2, 3].map((n) => commit(lead(n))));
    expect(tried.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect([await ids(claims), await ids(decisions)]).toEqual([['a1', 'a2', 'a3'], []]);
    away = false;
    const again = await Promise.all([1, 2, 3].map((n) => commit(lead(n))));
    expect(again.map((outcome) => outcome?.claims)).toEqual([['exists'], ['made'], ['made']]);
    expect([await ids(claims), await ids(decisions)]).toEqual([
      ['a1', 'a2', 'a3'],
      ['d2', 'd3'],
    ]);
  });

  it('go on in a lead whose refused writes do not matter for the later ones', async () => {
    round += 1;
    const of = (name: string) => client.db('commits').collection<Stored>(`${name}${round}`);
    const [effects, leads] = [of('effects'), of('leads')];
    await leads.insertOne({ _id: 'lead1' });
    await effects.insertOne({ _id: 'e1', of: 'an earlier run' });
    const commit = createCommit(client, {
      effects: insertPhase(effects, { goesOn: true }),
      leads: changePhase(leads),
    });
    const outcome = await commit({
      effects: [{ _id: 'e1' }, { _id: 'e2' }],
      leads: [{ key: 'lead1', set: { ended: true } }],
    });
    expect(outcome).toEqual({ effects: ['exists', 'made'], leads: ['made'] });
    expect(await leads.findOne()).toMatchObject({ ended: true });
  });
});
