/** Changes of a tenant's configuration: planned whole, carried out exactly once, and never over a later change. */
import { aStoredClient, duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { randomBytes } from 'node:crypto';
import type { Db, Document } from 'mongodb';
import {
  sealedSecret,
  sealingKey,
  WriteTooLargeError,
  type PlannedWrite,
  type Stores,
} from '../src/index.js';

const keys = [sealingKey(randomBytes(32).toString('base64'))];
const at = new Date('2026-01-15T00:00:00Z');
const world = duringTests(openWorld);
let stores: Stores;
let db: Db;
beforeAll(async () => {
  ({ stores, db } = world);
});

const tenant = (tenantId: string, name = 'Planned'): PlannedWrite => ({
  kind: 'tenant',
  tenant: { tenantId, name, settings: {} },
});
const item = (id: string, name: string): PlannedWrite => ({
  kind: 'item',
  of: 'clients',
  id,
  item: aStoredClient({ clientId: id, name }),
});
const secret = (name: string, value: string): PlannedWrite => ({
  kind: 'secret',
  name,
  secret: sealedSecret(value, keys, at),
});
const begin = async (tenantId: string, writes: readonly PlannedWrite[], from?: number) =>
  stores.configurations.begin(tenantId, {
    from: from ?? (await stores.configurations.version(tenantId)),
    writes,
    by: 'ada',
    way: 'file',
    lines: writes.map(({ kind }) => `${kind}: changed`),
  });
const leftOf = (tenantId: string) => db.collection<Document>('plannedWrites').countDocuments({ tenantId });
const nameOf = async (tenantId: string, id: string) =>
  (await stores.forTenant(tenantId).clients.find(id))?.name;

describe('a plan', () => {
  it('is carried out whole once it is begun, with secrets sealed from the beginning, and leaves nothing', async () => {
    const credentials = await stores.secrets.withCredentials(
      'whole',
      { tiktok: { accessToken: 's3cret-t' } },
      { keys, at },
    );
    const writes = [
      tenant('whole'),
      secret('key', 's3cret-k'),
      item('cli_1', 'One'),
      { kind: 'credentials', credentials },
    ] as const;
    expect(await begin('whole', writes)).toBe('begun');
    expect(await stores.tenants.find('whole')).toBeUndefined();
    expect(JSON.stringify(await db.collection('plannedWrites').find().toArray())).not.toContain('s3cret');
    expect(await stores.configurations.pending('whole')).toHaveLength(4);

    expect(await stores.configurations.finish('whole')).toBeInstanceOf(Date);
    expect(await stores.tenants.find('whole')).toMatchObject({ name: 'Planned' });
    expect(await stores.secrets.values('whole', keys)).toEqual({ key: 's3cret-k' });
    expect(await nameOf('whole', 'cli_1')).toBe('One');
    expect(await stores.secrets.credentials('whole', keys)).toEqual({ tiktok: { accessToken: 's3cret-t' } });
    expect((await stores.secrets.credentialFacts('whole')).facts).toEqual({
      tiktok: { fields: ['accessToken'], setAt: at },
    });
    expect(await stores.tenants.isChanging('whole')).toBe(true);
    expect([await leftOf('whole'), await stores.configurations.finish('whole')]).toEqual([0, undefined]);
  });

  it('of many writes is carried out by several processes at once', async () => {
    const writes = Array.from({ length: 180 }, (_, n) => item(`cli_${n}`, `Name ${n}`));
    await begin('many', writes);
    const other = await world.openStores();
    await Promise.all([stores, other, stores, other].map((one) => one.configurations.finish('many')));
    const found = await stores.forTenant('many').clients.all();
    expect(new Set(found.map(({ name }) => name)).size).toBe(180);
    expect(await leftOf('many')).toBe(0);
  });

  it('is not begun, and nothing of it is done, if the configuration has another version', async () => {
    await begin('raced', [tenant('raced'), item('cli_1', 'First')]);
    await stores.configurations.finish('raced');
    expect(await begin('raced', [item('cli_1', 'Late')], 0)).toBe('conflict');
    expect(await nameOf('raced', 'cli_1')).toBe('First');
    expect(await leftOf('raced')).toBe(0);
    expect(await stores.configurations.since('raced', 0)).toEqual({
      known: [
        { version: 1, at: expect.any(Date) as Date, by: 'ada', lines: ['tenant: changed', 'item: changed'] },
      ],
      count: 1,
    });
  });

  it.each([0, 1])('is begun exactly once of several made from version %d', async (from) => {
    const tenantId = `at-once-${from}`;
    if (from === 1) {
      await begin(tenantId, [tenant(tenantId)]);
      await stores.configurations.finish(tenantId);
    }
    const plans = ['A', 'B', 'C', 'D'].map((name) => [item('cli_1', name), item('cli_2', name)]);
    const outcomes = await Promise.all(plans.map((writes) => begin(tenantId, writes, from)));
    expect(outcomes.filter((outcome) => outcome === 'begun')).toHaveLength(1);
    await stores.configurations.finish(tenantId);
    const winner = ['A', 'B', 'C', 'D'][outcomes.indexOf('begun')];
    expect([await nameOf(tenantId, 'cli_1'), await nameOf(tenantId, 'cli_2')]).toEqual([winner, winner]);
    expect(await leftOf(tenantId)).toBe(0);
  });

  it('with a write larger than a document is refused before anything is written', async () => {
    const values = Array.from({ length: 1_600 }, (_, n) => `${n}`.padEnd(10_000, 'x'));
    const huge: PlannedWrite = {
      kind: 'item',
      of: 'valueSets',
      id: 'vs',
      item: { valueSetId: 'vs', values },
    };
    await expect(begin('huge', [tenant('huge'), huge])).rejects.toThrow(WriteTooLargeError);
    expect([await stores.configurations.version('huge'), await leftOf('huge')]).toEqual([0, 0]);
    const large = { ...huge, item: { valueSetId: 'vs', values: values.slice(0, 1_400) } };
    expect(await begin('huge', [tenant('huge'), large, item('cli_1', 'x')])).toBe('begun');
    await stores.configurations.finish('huge');
    expect((await stores.forTenant('huge').valueSets.find('vs'))?.values).toHaveLength(1_400);
  }, 60_000);
});

describe('a process that is late with a write of a plan', () => {
  it('undoes no later change, whatever was changed', async () => {
    const credentials = await stores.secrets.withCredentials(
      'late',
      { tiktok: { accessToken: 'planned' } },
      { keys, at },
    );
    const writes: readonly PlannedWrite[] = [
      ...[tenant('late'), secret('kept', 'planned'), secret('gone', 'planned')],
      ...[item('cli_1', 'planned'), { kind: 'credentials', credentials } as const],
    ];
    await begin('late', writes);
    const version = await stores.configurations.version('late');
    await stores.configurations.finish('late');
    const { clients } = stores.forTenant('late');
    await stores.secrets.set('late', 'kept', 'later', { keys, at });
    await stores.secrets.remove('late', 'gone');
    await clients.change('cli_1', { name: 'later' });
    await stores.secrets.setCredentials('late', 'tiktok', { accessToken: 'later' }, { keys, at });
    await begin('late', [tenant('late', 'later')]);
    await stores.configurations.finish('late');

    await stores.tenants.putPlanned({ tenantId: 'late', name: 'planned', settings: {} }, version);
    await clients.putPlanned('cli_1', aStoredClient({ clientId: 'cli_1', name: 'planned' }), version);
    for (const write of writes) {
      if (write.kind === 'secret') await stores.secrets.setPlanned('late', write.name, write.secret, version);
    }
    await stores.secrets.setPlannedCredentials('late', credentials, version);
    expect((await stores.tenants.find('late'))?.name).toBe('later');
    expect(await nameOf('late', 'cli_1')).toBe('later');
    expect(await stores.secrets.values('late', keys)).toEqual({ kept: 'later' });
    expect(await stores.secrets.credentials('late', keys)).toEqual({ tiktok: { accessToken: 'later' } });
  });
});

describe('a change outside a plan', () => {
  it('comes after a plan that was begun, which it finishes, and no plan made before it is begun', async () => {
    await begin('outside', [tenant('outside'), item('cli_1', 'planned')]);
    const { clients } = stores.forTenant('outside');
    const changed = await clients.change(
      'cli_1',
      { name: 'by request' },
      { by: 'API key sl_x…', byMember: true },
    );
    expect(changed?.name).toBe('by request');
    expect(await stores.configurations.finish('outside')).toBeUndefined();
    expect(await nameOf('outside', 'cli_1')).toBe('by request');
    expect(await begin('outside', [item('cli_1', 'stale')], 1)).toBe('conflict');
    const { known } = await stores.configurations.since('outside', 1);
    expect(known.map(({ by, lines }) => [by, lines])).toEqual([
      ['API key sl_x…', ['client cli_1: changed (name)']],
    ]);
  });

  it('is made again after a plan that was begun in the middle of it', async () => {
    await begin('between', [tenant('between'), item('cli_1', 'before')]);
    await stores.configurations.finish('between');
    let runs = 0;
    const { clients } = stores.forTenant('between');
    const change = async () => {
      runs += 1;
      await db
        .collection<Document>('clients')
        .updateOne({ _id: 'between/cli_1' as never }, { $set: { 'item.name': `run ${runs}` } });
      if (runs > 1) return;
      // Begun after the change got its version, and carried out after the change was made.
      expect(await begin('between', [item('cli_1', 'planned')])).toBe('begun');
    };
    await stores.configurations.outside('between', { by: 'Ada' }, change, () => undefined);
    expect([runs, (await clients.find('cli_1'))?.name]).toEqual([2, 'run 2']);
  });

  it('that changes nothing is not named among the changes', async () => {
    await stores.forTenant('named').clients.change('cli_none', { name: 'x' });
    await stores
      .forTenant('named')
      .clients.add('cli_1', aStoredClient({ clientId: 'cli_1', name: 'One' }), 'seed');
    const { known, count } = await stores.configurations.since('named', 0);
    expect([known.map(({ lines }) => lines[0]), count]).toEqual([['client cli_1: new'], 2]);
  });
});

it('what plans that were never begun have left is removed with a later plan', async () => {
  const old = {
    tenantId: 'left',
    planId: 'p',
    at: new Date(Date.now() - 2 * 3_600_000),
    write: tenant('left'),
  };
  const young = { ...old, planId: 'q', at: new Date() };
  await db.collection<Document>('plannedWrites').insertMany([
    { _id: 'left/p.000000' as never, ...old },
    { _id: 'left/q.000000' as never, ...young },
  ]);
  await begin('left', [tenant('left')]);
  await stores.configurations.finish('left');
  expect(await db.collection<Document>('plannedWrites').distinct('planId', { tenantId: 'left' })).toEqual([
    'q',
  ]);
});

it('plans and changes that were left are found by the time at which they were begun', async () => {
  await begin('stuck', [tenant('stuck')]);
  const now = stores.clock.now().getTime();
  const [before, after] = [new Date(now - 60_000), new Date(now + 60_000)];
  expect(await stores.configurations.unfinished(before, 99)).not.toContain('stuck');
  expect(await stores.configurations.unfinished(after, 99)).toContain('stuck');
  await stores.configurations.finish('stuck');
  expect(await stores.configurations.unfinished(after, 99)).not.toContain('stuck');
  expect(await stores.tenants.stillChanging(before, 99)).not.toContain('stuck');
  expect(await stores.tenants.stillChanging(after, 99)).toContain('stuck');
  await stores.tenants.endChange('stuck', before);
  expect(await stores.tenants.isChanging('stuck')).toBe(true);
  await stores.tenants.endChange('stuck', after);
  expect(await stores.tenants.isChanging('stuck')).toBe(false);
});
