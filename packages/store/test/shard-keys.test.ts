import {
  accepted,
  aSubmission,
  audible,
  duringTests,
  hearCommands,
  openSlot,
  placeSlot,
  slot,
} from '@sluice/testing';
import { explained, openWorld } from '@sluice/testing/core';
import type { Db, Document } from 'mongodb';
import { database, type Stores } from '../src/index.js';
import type { SubmissionRef } from '../src/journal/decision-document.js';
import { shardCollections, shardedCollections } from '../src/migrations/shard-collections.js';
import { asks, at } from './counts.js';

const heard: Document[] = [];
const world = duringTests(() => openWorld({ reached: audible }));
let stores: Stores;
beforeAll(async () => {
  ({ stores } = world);
  world.onClose(hearCommands((command) => heard.push(command), [...explained, 'insert', 'bulkWrite']));
});

/** The filters of a command, including those of its statements. */
function filtersOf(command: Document): Document[] {
  const { filter, query, q, pipeline, updates, deletes, documents } = command as Record<string, never>;
  const match = (pipeline as Document[] | undefined)?.[0]?.['$match'] as Document | undefined;
  return [filter, query, q, match, ...((documents as Document[] | undefined) ?? [])]
    .concat(
      ...[updates, deletes].map((many) =>
        ((many as Document[] | undefined) ?? []).map(({ q: one }) => one as never),
      ),
    )
    .filter((one): one is never => one !== undefined);
}

/** A command over several collections, as one command for each of its statements; other commands as they are. */
function statementsOf(command: Document): Document[] {
  if (!('bulkWrite' in command)) return [command];
  const { nsInfo, ops } = command as Record<'nsInfo' | 'ops', Document[]>;
  return ops.map(({ filter, document, ...op }) => {
    const place = Object.values(op)[0] as number;
    const collection = (nsInfo[place] as { ns: string }).ns.split('.').slice(1).join('.');
    return { [`bulkWrite ${Object.keys(op)[0]}`]: collection, filter: (filter ?? document) as Document };
  });
}

/** The commands on sharded collections that do not name their shard key. */
function untargeted(): string[] {
  return heard.flatMap(statementsOf).flatMap((command) => {
    const [name, collection] = Object.entries(command)[0] as [string, string];
    if (!shardedCollections.some((one) => one === collection)) return [];
    return filtersOf(command).some((filter) => !('_id' in filter)) ? [`${name} ${collection}`] : [];
  });
}

const shardedOnThePath = [
  'submissions',
  'leads',
  'claims',
  'decisions',
  'counts',
  'ledger',
  'attempts',
  'effects',
  'idempotency',
];

describe('on the path of a lead, from its acceptance to its end', () => {
  it('every query and write names the shard key, so that one shard answers it', async () => {
    const of = stores.forTenant('demo');
    const now = stores.clock.now();
    const later = new Date(now.getTime() + 3_600_000);
    const submission = aSubmission({ submissionId: 'sub_1', acceptedAt: now });
    const { leadId, submissionId } = submission;
    const ask = asks({ campaignId: 'ACMRU' }, { daily: 3 });
    const count = ask.name;
    const name = 'sub_1.routing.0';
    heard.length = 0;

    const claim = await of.idempotency.claim('POST /leads/submit key', 'hash', ['1']);
    await stores.accept(accepted(submission));
    if (claim.kind === 'ours')
      await of.idempotency.keep('POST /leads/submit key', claim, { status: 202, body: '' });
    await of.submissions.find(submissionId);
    await of.duplicateClaims.take('ACMRU.phone.x', submission, now, later);
    await of.duplicateClaims.take('ACMRU.phone.x', { leadId: 'lead_2', submissionId: 'sub_2' }, now, later);
    await of.files.ofLead(leadId, now);
    await of.journal.record(submission, 'qualification', 0, { kind: 'qualified', trace: [] }, now);
    await of.counts.used([ask]);
    await openSlot(of, slot(name), at, [ask]);
    const routed = {
      kind: 'routed',
      campaignId: 'ACMRU',
      clientId: 'cli_1',
      reservedAt: now,
    } as const;
    await of.journal.record(submission, 'routing', 0, { ...routed, trace: [] }, now);
    await of.journal.history(submissionId);
    await of.attempts.of(submissionId);
    await of.attempts.claim(
      { submissionId, generation: 0 },
      { n: 1, url: '', startedAt: now, leaseUntil: later },
    );
    await of.attempts.conclude({ submissionId, generation: 0 }, 1, {
      kind: 'accepted',
      endedAt: now,
      durationMs: 1,
    });
    await placeSlot(of, slot(name), [count], at);
    await of.duplicateClaims.release(['ACMRU.phone.x'], submissionId);
    const effect = {
      effectId: 'sub_1.x.webhook',
      kind: 'call',
      eventId: 'evt_1',
      trigger: 'x',
      body: { interactionId: 'int_1' },
    } as const;
    await of.effects.plan({ ...effect, leadId, submissionId, campaignId: 'ACMRU' }, now, later);
    await of.effects.find('sub_1.x.webhook');
    await of.effects.progress('sub_1.x.webhook', { status: 'done' }, now);
    await of.leads.find(leadId);
    await of.leads.recordStatus(leadId, { status: 'delivered', ended: true, submissionId, at: now });
    await of.submissions.postpone(submissionId, later);
    await of.submissions.hold(submissionId, 0, { until: later, reason: 'limit', waitsFor: [count] });
    const second = { submissionId: 'sub_2', leadId: 'lead_2' };
    await of.conclusions.conclude(second, {
      recorded: {
        stage: 'qualification',
        generation: 0,
        decision: { kind: 'qualified', trace: [] },
        decidedAt: now,
      },
      guard: { claims: { ids: ['ACMRU.phone.y'], expiresAt: later } },
    });
    const open = (one: SubmissionRef) =>
      of.conclusions.conclude(one, {
        recorded: { stage: 'routing', generation: 0, decision: { ...routed, trace: [] }, decidedAt: now },
        guard: { names: of.counts.wanted(slot(`${one.submissionId}.routing.0`), at, [ask]) },
      });
    expect(await open(second)).toMatchObject({ kind: 'written' });
    expect(await open({ submissionId: 'sub_3', leadId: 'lead_3' })).toMatchObject({ kind: 'written' });
    // Without room, the writes are made one phase after the other.
    expect(await open({ submissionId: 'sub_4', leadId: 'lead_4' })).toMatchObject({ kind: 'refused' });
    await of.conclusions.conclude(
      submission,
      {
        recorded: {
          stage: 'delivery',
          generation: 0,
          decision: { kind: 'delivered', campaignId: 'ACMRU', clientId: 'cli_1', trace: [] },
          decidedAt: now,
        },
        attempt: {
          n: 1,
          outcome: { kind: 'accepted', endedAt: now, durationMs: 1 },
          cancelsNext: true,
        },
      },
      {
        end: { status: 'delivered', endedAt: now },
        claims: [{ renew: ['ACMRU.phone.x'], leadId, expiresAt: later }],
        lead: { leadId, status: 'delivered', ended: true, submissionId, at: now },
        counts: of.counts.takenOut(slot(name), [count], { at }),
        ledger: [
          {
            entryId: `${submissionId}.sale`,
            type: 'sale',
            minor: 0,
            currency: 'USD',
            leadId,
            submissionId,
            campaignId: 'ACMRU',
            occurredAt: now,
            receivedAt: now,
          },
        ],
        effects: [
          {
            effect: { ...effect, effectId: 'sub_1.y.webhook', leadId, submissionId, campaignId: 'ACMRU' },
            createdAt: now,
            dueAt: later,
          },
        ],
      },
    );
    const release = { release: ['ACMRU.phone.y'], submissionId: 'sub_2' };
    await of.conclusions.close('sub_2', { claims: [release] });

    const statements = heard.flatMap(statementsOf);
    const together = statements.filter((statement) => Object.keys(statement)[0]?.startsWith('bulkWrite'));
    expect(new Set(together.map((statement) => String(Object.values(statement)[0])))).toEqual(
      // All but the marks of reports, which are small and stay on one shard, are sharded.
      new Set([...shardedOnThePath, 'reportMarks']),
    );
    const collections = new Set(statements.map((command) => String(Object.values(command)[0])));
    expect([...collections]).toEqual(expect.arrayContaining([...shardedOnThePath]));
    expect(untargeted()).toEqual([]);
    // A count of all leads goes to every shard, which shows that untargeted commands are detected.
    await stores[database].collection('leads').find({ tenantId: of.tenantId }).toArray();
    expect(untargeted()).toContain('find leads');
  });
});

describe('migrate', () => {
  it('shards every collection that grows with the leads by _id, where there are shards', async () => {
    const asked: Document[] = [];
    // Stands in for the router of a sharded cluster, which is not available here, as far as it is queried.
    const router = {
      databaseName: 'sluice',
      command: async () => ({ msg: 'isdbgrid' }),
      admin: () => ({ command: async (command: Document) => asked.push(command) }),
    } as unknown as Db;
    await shardCollections(router, { note: () => undefined, throwIfLost: () => undefined });
    expect(asked).toEqual(
      shardedCollections.map((name) => ({ shardCollection: `sluice.${name}`, key: { _id: 1 } })),
    );
  });
});
