/** Commands whose answer is lost after they were carried out, and that are sent again. */
import { duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { MongoNetworkError, type Collection } from 'mongodb';
import type { BulkWriter } from '../src/commit/ordered-writes.js';
import { EndedNames } from '../src/counts/taking-out.js';
import type { CountDocument } from '../src/counts/count-document.js';
import { ConclusionStore, createCommitConclusion } from '../src/journal/conclusions.js';
import { asks, at } from './counts.js';

const world = duringTests(openWorld);

/** The conclusions of a process whose first command is carried out and never answered. */
function losingFirstAnswer() {
  let lost = 0;
  const { client } = world.db;
  const writer: BulkWriter = {
    bulkWrite: (async (...args: Parameters<BulkWriter['bulkWrite']>) => {
      const result = await client.bulkWrite(...args);
      if (lost++ === 0) throw new MongoNetworkError('the connection was closed');
      return result;
    }) as BulkWriter['bulkWrite'],
  };
  const names = [
    ...['claims', 'attempts', 'decisions', 'counts', 'namesSetAside'],
    ...['ledger', 'effects', 'leads', 'submissions', 'reportMarks'],
  ];
  const of = Object.fromEntries(names.map((name) => [name, world.db.collection(name)])) as never;
  const commit = createCommitConclusion(writer, of, { ended: new EndedNames(), replacesDecisions: false });
  return new ConclusionStore(commit, 'demo');
}

const ref = (n: string) => ({ submissionId: `sub_${n}`, leadId: `lead_${n}` });

it('a decision is known as this process’s own', async () => {
  const refused = { kind: 'rejected', reason: 'no', trace: [] } as const;
  const recorded = { stage: 'delivery', generation: 0, decision: refused, decidedAt: at } as const;
  const lead = { ...ref('a'), status: 'rejected', ended: true, at } as const;
  const concluded = await losingFirstAnswer().conclude(ref('a'), { recorded }, { lead });
  expect(concluded).toEqual({ kind: 'written', created: [] });
});

it('a name is not opened twice beside a submission that ends: the command that opens it is not sent again by us', async () => {
  const ask = asks({ campaignId: 'LOST' }, { daily: 9 });
  const store = losingFirstAnswer();
  const routed = { kind: 'routed', campaignId: 'LOST', clientId: 'cli', reservedAt: at, trace: [] } as const;
  const { counts } = world.stores.forTenant('demo');
  const names = counts.wanted({ name: 'sub_b.routing.0', opening: 'first' }, at, [ask]);
  const opened = store.conclude(ref('b'), {
    recorded: { stage: 'routing', generation: 0, decision: routed, decidedAt: at },
    guard: { names },
  });
  await expect(opened).rejects.toThrow('the connection was closed');
  const count = await (world.db.collection('counts') as unknown as Collection<CountDocument>).findOne({
    _id: `demo/${ask.name}`,
  });
  expect(count?.open).toMatchObject([{ opening: 'first', names: ['sub_b.routing.0'] }]);
});
