import { adminGetBuyer, adminGetNow, adminListBuyers, checkLabel, deliveryQueue } from '@sluice/contracts';
import { duringTests, putItem } from '@sluice/testing';
import { readUnreadBuyers } from '../src/buyers/unread-buyers.js';
import { observe, observedOf, readsOfStores } from '../src/index.js';
import { findingsOf } from '@sluice/reports';
import { aBuyer, endpoint } from './catalog.js';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);
const params = { tenantId: 'alpha' };
beforeAll(() => aBuyer(world.stores));

const buyers = async () => (await world.call(adminListBuyers, { params, key: world.keys.view })).data.buyers;

describe('the buyers of a tenant', () => {
  it('have the name of the client whose leads they take, followed by their own if the client has two endpoints', async () => {
    expect((await buyers()).map(({ buyer }) => buyer)).toEqual(['Acme']);
    const of = world.stores.forTenant('alpha');
    await putItem(of.deliveryEndpoints, 'ep_west', { ...endpoint, deliveryEndpointId: 'ep_west' });
    await of.campaigns.change('TEXAS', { deliveryEndpointId: 'ep_west' });
    expect((await buyers()).map(({ buyer }) => buyer)).toEqual(['Acme (ep_acme)', 'Acme (ep_west)']);
  });

  it('show how many leads wait for each, but no count for addresses given with single leads', async () => {
    const { stores, deps } = world;
    const answer = { at: stores.clock.now(), leadId: 'lead_1', submissionId: 'sub_1', n: 1 };
    for (const receiver of ['ep_acme', 'override'])
      stores.receivers.noteAnswer('alpha', receiver, { ...answer, outcome: 'accepted', durationMs: 5 });
    await stores.receivers.flush();
    const add = (lane: string, submissionId: string) =>
      deps.producer.add(deliveryQueue, {
        payload: { tenantId: 'alpha', submissionId, generation: 0 },
        since: new Date(),
        lane,
      });
    await add('endpoint.ep_acme', 'sub_2');
    await add('lead.lead_3', 'sub_3');
    const waiting = new Map((await buyers()).map((one) => [one.receiver, one.waiting]));
    expect([waiting.get('ep_acme'), waiting.get('ep_west')]).toEqual([1, 0]);
    expect([waiting.has('override'), waiting.get('override')]).toEqual([true, undefined]);
    const { data } = await world.call(adminGetBuyer, { params: { ...params, receiver: 'override' } });
    expect(data.buyer).toMatchObject({ buyer: 'addresses given per lead', state: 'works' });
    expect(data.buyer.waiting).toBeUndefined();
  });

  it('have a figure for every minute of two hours, and for every hour of a week', async () => {
    const { figures } = world.stores;
    const call = { tenantId: 'alpha', receiver: 'ep_west', outcome: 'accepted', status: 200, durationMs: 9 };
    figures.countCall(call);
    await figures.flush();
    const pointsOf = async (range: string) => {
      const asked = { params: { ...params, receiver: 'ep_west' }, query: { range } };
      return (await world.call(adminGetBuyer, asked)).data.points;
    };
    for (const [range, steps, stepMs] of [
      ['hours', 120, 60_000],
      ['week', 168, 3_600_000],
    ] as const) {
      const points = await pointsOf(range);
      expect(points).toHaveLength(steps);
      const [first = 0, last = 0] = [points[0], points.at(-1)].map((point) => Date.parse(point?.at ?? ''));
      expect(last - first).toBe((steps - 1) * stepMs);
      expect(points.map(({ outcomes }) => outcomes['accepted'] ?? 0).reduce((sum, n) => sum + n)).toBe(1);
    }
  });

  it('are named in a finding if their answers are not recognised, also when their leads are sold', async () => {
    const { stores } = world;
    const answer = { at: stores.clock.now(), leadId: 'lead_1', submissionId: 'sub_1', n: 1, durationMs: 5 };
    const noted = { ...answer, outcome: 'accepted', status: 200 };
    stores.receivers.noteAnswer('alpha', 'ep_west', { ...noted, unreadable: true });
    stores.receivers.noteAnswer('alpha', 'ep_west', noted);
    await stores.receivers.flush();
    const { findings } = (await world.call(adminGetNow)).data;
    expect(findings).toContainEqual(
      expect.objectContaining({
        kind: 'answers_unrecognised',
        tenantId: 'alpha',
        subject: 'Acme (ep_west)',
        count: 1,
        counted: 'of its last 2 answers',
      }),
    );
    const { data } = await world.call(adminGetBuyer, { params: { ...params, receiver: 'ep_west' } });
    expect(data.answers.map(({ unreadable }) => unreadable)).toEqual([undefined, true]);
    expect(data.buyer.state).toBe('works');
  });

  it('that accepted none of their last ten calls do not work, whatever they answered, and are found', async () => {
    const { stores } = world;
    const at = (secondsAgo: number) => new Date(stores.clock.now().getTime() - secondsAgo * 1_000);
    const ids = { leadId: 'lead_1', submissionId: 'sub_1', n: 1, durationMs: 5, status: 400 };
    stores.receivers.noteAnswer('alpha', 'ep_acme', { ...ids, at: at(99), outcome: 'accepted' });
    for (let n = 0; n < 10; n += 1)
      stores.receivers.noteAnswer('alpha', 'ep_acme', { ...ids, at: at(60 - n), outcome: 'rejected' });
    await stores.receivers.flush();
    const shown = (await buyers())[0];
    expect(shown).toMatchObject({ receiver: 'ep_acme', state: 'accepts_none' });
    expect(shown?.lastAcceptedAt).toBeDefined();
    const found = async () => {
      const { buyers: troubled } = readsOfStores({ stores });
      const { seen } = await observe({ buyers: troubled }, 5_000);
      return findingsOf({ at: at(0), away: [], ...observedOf(seen) }).map(({ kind, subject }) => [
        kind,
        subject,
      ]);
    };
    expect(await found()).toEqual([['buyer_accepts_none', 'Acme (ep_acme)']]);
    stores.receivers.noteAnswer('alpha', 'ep_acme', { ...ids, at: at(0), outcome: 'accepted' });
    await stores.receivers.flush();
    expect(await found()).toEqual([]);
    expect((await buyers()).map(({ state }) => state)).not.toContain('accepts_none');
  });

  it('that nobody answered for ten calls fail, and refuse nothing, also long after the last call', async () => {
    const { stores } = world;
    const now = stores.clock.now().getTime();
    const ids = { leadId: 'lead_1', submissionId: 'sub_1', n: 1, durationMs: 5, failure: 'timeout' } as const;
    for (let n = 0; n < 10; n += 1)
      stores.receivers.noteAnswer('alpha', 'ep_silent', {
        ...ids,
        at: new Date(now - 3_600_000 + n * 1_000),
        outcome: 'retry',
      });
    await stores.receivers.flush();
    const silent = (await buyers()).find(({ receiver }) => receiver === 'ep_silent');
    expect(silent?.state).toBe('failing');
  });

  it('stand beside a language model that answers without verdicts, judged by its last fifty', async () => {
    const { stores } = world;
    const label = checkLabel('llm');
    const answer = { at: stores.clock.now(), leadId: 'lead_1', submissionId: 'sub_1', n: 1, durationMs: 5 };
    const note = async (times: number, more: { readonly unreadable?: true }) => {
      const outcome = more.unreadable ? 'unrecognised' : 'accepted';
      for (let n = 0; n < times; n += 1)
        stores.receivers.noteAnswer('alpha', label, { ...answer, outcome, status: 200, ...more });
      await stores.receivers.flush();
    };
    await note(5, { unreadable: true });
    await note(60, {});
    expect((await stores.receivers.find('alpha', label))?.answers).toHaveLength(50);
    await note(5, { unreadable: true });
    const found = async () =>
      (await readUnreadBuyers(stores)).first.filter(({ receiver }) => receiver === label);
    expect(await found()).toEqual([]);
    await note(1, { unreadable: true });
    const unread = await found();
    expect(unread).toMatchObject([{ tenantId: 'alpha', isModel: true, unread: 6, latest: 50 }]);
    const [finding] = findingsOf({ at: stores.clock.now(), away: [], unreadBuyers: unread });
    expect(finding).toMatchObject({
      kind: 'verdicts_missing',
      subject: 'language model',
      headline: 'The language model of alpha gives no whole verdicts',
      counted: 'of its last 50 answers',
    });
    expect((await buyers()).find(({ receiver }) => receiver === label)).toMatchObject({ state: 'works' });
  });

  it('in trouble of which there are more than the first page and the doctor list are said to be more', async () => {
    const { stores } = world;
    const at = stores.clock.now();
    const answer = { at, leadId: 'lead_1', submissionId: 'sub_1', n: 1, durationMs: 5 };
    const seen = async () => {
      const { buyers: troubled, unreadBuyers } = readsOfStores({ stores });
      return observedOf((await observe({ buyers: troubled, unreadBuyers }, 5_000)).seen);
    };
    const findings = async () => findingsOf({ at, away: [], ...(await seen()) });
    const kinds = async () => (await findings()).map(({ kind }) => kind);
    expect(await kinds()).not.toContain('list_cut_short');
    for (let n = 0; n < 51; n += 1)
      for (let times = 0; times < 3; times += 1)
        stores.receivers.noteAnswer('alpha', `many_${n}`, { ...answer, outcome: 'retry', unreadable: true });
    await stores.receivers.flush();
    const found = await findings();
    expect(found.filter(({ kind }) => kind === 'buyer_failing')).toHaveLength(50);
    expect(found.filter(({ kind }) => kind === 'list_cut_short').map(({ text }) => text)).toEqual([
      'Only the first 50 buyers in trouble are listed, and there are more.',
      'Only the first 50 buyers whose answers are not recognised are listed, and there are more.',
    ]);
  });

  it('are those of that tenant alone', async () => {
    const { data } = await world.call(adminListBuyers, { params: { tenantId: 'beta' } });
    expect(data.buyers).toEqual([]);
    const asked = { params: { tenantId: 'beta', receiver: 'ep_acme' } };
    expect((await world.call(adminGetBuyer, asked)).error?.code).toBe('NOT_FOUND');
  });
});
