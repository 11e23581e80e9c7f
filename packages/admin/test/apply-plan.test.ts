/** Applying a tenant file: exactly the planned changes or none, whoever else changes the tenant and whatever dies. */
import {
  adminApplyCatalog,
  adminGetCatalog,
  adminPlanCatalog,
  adminSetSecret,
  adminSwitchCampaign,
} from '@sluice/contracts';
import { finishPlans } from '@sluice/pipeline';
import { armFailpoint } from '@sluice/process';
import { sealingKey, type Stores } from '@sluice/store';
import { duringTests, testEncryptionKey } from '@sluice/testing';
import { makeChanges } from '../src/catalog/make-changes.js';
import { operateInProcess } from '../src/index.js';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);
/** Stores of a process that hangs after some writes of a plan: to all others it is as good as dead. */
let mortal: Stores;
let hangsAfter = Infinity;
let hangs: () => void = () => undefined;
beforeAll(async () => {
  mortal = await world.openStores({
    failpointHook: (place) => {
      if (place !== 'between-planned-writes' || (hangsAfter -= 1) !== 0) return undefined;
      hangs();
      return new Promise(() => undefined);
    },
  });
});
afterEach(() => armFailpoint(undefined));

const CAMPAIGNS = ['AAA', 'BBB', 'CCC', 'DDD'];
const file = (tenantId: string, word: string) =>
  JSON.stringify({
    tenantId,
    name: word,
    secrets: { key: word },
    providers: { tiktok: { accessToken: word } },
    clients: [{ clientId: 'cli_1', name: word, abbrev: 'ACM' }],
    offers: [{ offerId: 'off_1', name: word, abbrev: 'RU', category: 'mass_tort' }],
    valueSets: [{ valueSetId: 'vs_1', name: word, values: [word] }],
    campaigns: CAMPAIGNS.map((campaignId) => ({
      campaignId,
      name: word,
      clientId: 'cli_1',
      offerId: 'off_1',
      notes: word,
    })),
  });
const apply = (tenantId: string, word: string, plan?: string) =>
  world.call(adminApplyCatalog, {
    params: { tenantId },
    body: { file: file(tenantId, word), ...(plan && { plan }) },
  });
const planOf = async (tenantId: string, word: string) =>
  (await world.call(adminPlanCatalog, { params: { tenantId }, body: { file: file(tenantId, word) } })).data
    .plan;

/** Every word in the tenant's stored configuration; one if it is whole. */
async function wordsOf(tenantId: string): Promise<readonly string[]> {
  const of = world.stores.forTenant(tenantId);
  const keys = [sealingKey(testEncryptionKey)];
  const [tenant, clients, offers, sets, campaigns, secrets, credentials] = await Promise.all([
    world.stores.tenants.find(tenantId),
    of.clients.all(),
    of.offers.all(),
    of.valueSets.all(),
    of.campaigns.all(),
    world.stores.secrets.values(tenantId, keys),
    world.stores.secrets.credentials(tenantId, keys),
  ]);
  const items = [...clients, ...offers, ...sets, ...campaigns] as readonly { readonly name?: string }[];
  expect(items).toHaveLength(3 + CAMPAIGNS.length);
  const notes = campaigns.map((one) => (one as { readonly notes?: string }).notes);
  const words = [
    tenant?.name,
    secrets['key'],
    credentials.tiktok?.accessToken,
    ...notes,
    ...items.map(({ name }) => name),
  ];
  // Offers are stored in title case.
  return [...new Set(words.map((word) => String(word).toLowerCase()))].sort();
}

describe('applies at once', () => {
  it.concurrent('of which each was planned from the same configuration: one is made whole, the others are told what it changed', async () => {
    await apply('once', 'zero');
    const words = ['one', 'two', 'three'];
    const plans = await Promise.all(words.map((word) => planOf('once', word)));
    const answers = await Promise.all(words.map((word, n) => apply('once', word, plans[n])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const winner = words[answers.findIndex(({ status }) => status === 200)];
    expect(await wordsOf('once')).toEqual([winner]);
    for (const { error } of answers.filter(({ status }) => status === 409)) {
      expect([error?.code, error?.message]).toEqual([
        'INVALID_STATE',
        expect.stringContaining('nothing was changed'),
      ]);
      const told = error?.details?.join('\n') ?? '';
      expect(told).toMatch(/who may administer: campaign AAA: changed \(name, notes/);
      expect(told).toMatch(/secret key: changed \(value\)/);
      expect(told).not.toMatch(/one|two|three/);
    }
  });

  it.concurrent('without plans never mix: the configuration is that of one file', async () => {
    await apply('mixed', 'zero');
    const words = ['one', 'two', 'three', 'four'];
    const answers = await Promise.all(words.map((word) => apply('mixed', word)));
    const made = words.filter((_, n) => answers[n]?.status === 200);
    expect(made.length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const left = await wordsOf('mixed');
    expect([left.length, made]).toEqual([1, expect.arrayContaining([...left])]);
  });

  it.concurrent('of the same file for a new tenant: it is created once, and none is refused', async () => {
    const answers = await Promise.all(['same', 'same', 'same'].map((word) => apply('fresh', word)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.filter(({ data }) => data.changes.length > 0)).toHaveLength(1);
    expect(await wordsOf('fresh')).toEqual(['same']);
  });
});

describe('a plan', () => {
  it.concurrent('is refused after a change by a request, which is named and stays', async () => {
    await apply('asked', 'zero');
    const plan = await planOf('asked', 'one');
    await world.call(adminSwitchCampaign, {
      params: { tenantId: 'asked', campaignId: 'BBB' },
      body: { active: false },
    });
    await world.call(adminSetSecret, { params: { tenantId: 'asked', name: 'other' }, body: { value: 'x' } });
    const { status, error } = await apply('asked', 'one', plan);
    expect(status).toBe(409);
    expect(error?.details).toEqual([
      expect.stringMatching(/who may administer: campaign BBB: changed \(active\)$/),
      expect.stringMatching(/who may administer: secret other: set$/),
    ]);
    expect(await wordsOf('asked')).toEqual(['zero']);
    expect((await world.stores.forTenant('asked').campaigns.find('BBB'))?.active).toBe(false);
  }, 60_000);

  it.concurrent('is made although something else was changed, if its changes are still the same', async () => {
    await apply('other', 'zero');
    const plan = await planOf('other', 'one');
    await world.call(adminSetSecret, {
      params: { tenantId: 'other', name: 'another' },
      body: { value: 'x' },
    });
    expect((await apply('other', 'one', plan)).status).toBe(200);
    expect(await wordsOf('other')).toEqual(['one']);
  });

  it.concurrent('that is only made changes nothing, and leaves nothing', async () => {
    await apply('dry', 'zero');
    const before = await world.stores.configurations.version('dry');
    await planOf('dry', 'one');
    expect(await wordsOf('dry')).toEqual(['zero']);
    expect(await world.stores.configurations.version('dry')).toBe(before);
    expect(await world.stores.configurations.pending('dry')).toEqual([]);
  });
});

/** Applies a file of ten writes in a process that hangs after so many of them; one after the other. */
async function applyAndHang(tenantId: string, word: string, writes: number): Promise<void> {
  const before = await world.stores.configurations.version(tenantId);
  const hanging = new Promise<void>((resolve) => (hangs = resolve));
  hangsAfter = writes === 0 ? Infinity : writes;
  armFailpoint(writes === 0 ? 'hang:after-plan-before-writes' : undefined);
  const actor = {
    name: 'ada',
    role: 'administer',
    memberships: [],
    via: 'command line',
    from: 'here',
  } as const;
  const operate = operateInProcess({ ...world.deps, stores: mortal }, actor);
  const sent = { params: { tenantId }, body: { file: file(tenantId, word) } };
  void operate.call(adminApplyCatalog, sent).catch(() => undefined);
  const begun = async () => (await world.stores.configurations.version(tenantId)) > before;
  while (!(await begun())) await new Promise((done) => setTimeout(done, 20));
  if (writes > 0) await hanging;
  expect(await world.stores.configurations.pending(tenantId)).toHaveLength(10);
}

describe('an apply whose process dies before its last write', () => {
  const points = [0, 1, 4, 9];
  const diesAtEach = async (tenantOf: (writes: number) => string) => {
    for (const writes of points) {
      await apply(tenantOf(writes), 'zero');
      await applyAndHang(tenantOf(writes), 'one', writes);
      armFailpoint(undefined);
    }
  };

  describe('is finished by the next apply, which has nothing left to change', () => {
    const tenantOf = (writes: number) => `next-${writes}`;
    beforeAll(() => diesAtEach(tenantOf));

    it.concurrent.each(points)('after %d writes', async (writes) => {
      const tenantId = tenantOf(writes);
      const { status, data } = await apply(tenantId, 'one');
      expect([status, data.changes]).toEqual([200, []]);
      expect(await wordsOf(tenantId)).toEqual(['one']);
    });
  });

  describe('is finished by a process that starts, or by the sweep', () => {
    const tenantOf = (writes: number) => `sweep-${writes}`;
    const pendingOf = (tenantId: string) => world.stores.configurations.pending(tenantId);
    beforeAll(async () => {
      const { clock } = world.stores;
      await diesAtEach(tenantOf);
      await finishPlans(world.deps, new Date(clock.now().getTime() - 60_000));
      const pending = await Promise.all(points.map((writes) => pendingOf(tenantOf(writes))));
      expect(pending.map(({ length }) => length)).toEqual(points.map(() => 10));
      // The clocks of two processes may differ a little.
      await finishPlans(world.deps, new Date(clock.now().getTime() + 5_000));
    });

    it.each(points)('after %d writes', async (writes) => {
      const tenantId = tenantOf(writes);
      expect(await wordsOf(tenantId)).toEqual(['one']);
      expect(await pendingOf(tenantId)).toEqual([]);
      expect(await world.stores.tenants.isChanging(tenantId)).toBe(false);
    });
  });

  it('is finished before a change by a request, which is not undone', async () => {
    await apply('request', 'zero');
    await applyAndHang('request', 'one', 2);
    await world.stores.forTenant('request').campaigns.change('DDD', { notes: 'by request' });
    expect(await wordsOf('request')).toEqual(['by request', 'one']);
    await finishPlans(world.deps, world.stores.clock.now());
    expect(await wordsOf('request')).toEqual(['by request', 'one']);
  }, 60_000);

  it('is seen whole by whoever reads or plans meanwhile', async () => {
    await apply('whole', 'zero');
    await applyAndHang('whole', 'one', 2);
    const { data } = await world.call(adminGetCatalog, { params: { tenantId: 'whole' } });
    expect(data.text).not.toContain('zero');
    const planned = await world.call(adminPlanCatalog, {
      params: { tenantId: 'whole' },
      body: { file: file('whole', 'one') },
    });
    expect(
      planned.data.changes.filter(({ section }) => section !== 'providers' && section !== 'secrets'),
    ).toEqual([]);
    expect((await wordsOf('whole')).length).toBe(2);
  }, 60_000);

  it('reconsiders held leads once it is finished', async () => {
    await apply('held', 'zero');
    const at = world.stores.clock.now();
    const { submissions } = world.stores.forTenant('held');
    await world.stores.accept({
      submission: {
        tenantId: 'held',
        submissionId: 'sub_held',
        leadId: 'lead_held',
        campaignId: 'AAA',
        kind: 'submit',
        isTest: false,
        data: {},
        acceptedAt: at,
        first: true,
        status: 'pending',
        dueAt: at,
      },
    });
    await submissions.hold('sub_held', 0, {
      until: new Date(at.getTime() + 3_600_000),
      reason: 'daily_limit_full',
      waitsFor: ['x'],
    });
    await applyAndHang('held', 'one', 9);
    await finishPlans(world.deps, world.stores.clock.now());
    expect((await submissions.find('sub_held'))?.dueAt?.getTime()).toBeLessThan(Date.now() + 1_000);
  }, 60_000);
});

it('an item that is too large to be stored is refused, and nothing is changed', async () => {
  const item = {
    valueSetId: 'vs',
    values: Array.from({ length: 1_700 }, (_, n) => `${n}`.padEnd(10_000, 'x')),
  };
  const write = { kind: 'item', of: 'valueSets', id: 'vs', item } as const;
  const change = {
    section: 'valueSets',
    kind: 'value set',
    id: 'vs',
    change: 'added',
    fields: [],
    removed: [],
    write,
  } as const;
  const made = makeChanges(
    world.stores,
    'huge',
    { changes: [{ ...change, wanted: item }], writes: [write], version: 0 },
    { by: 'ada', way: 'file' },
  );
  await expect(made).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: ['valueSets: value set vs is too large to be stored: at most 15 MB'],
  });
  expect(await world.stores.configurations.version('huge')).toBe(0);
});
