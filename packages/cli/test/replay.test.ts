import { examine, operateInProcess, replayLeads, type ReplayOptions } from '@sluice/admin';
import {
  adminReplayLeads,
  strictestSettings,
  type LeadRecord,
  type SubmissionRecord,
} from '@sluice/contracts';
import { openAccounts } from '@sluice/identity';
import type { Core } from '@sluice/pipeline';
import { duringTests, everythingIn } from '@sluice/testing';
import { replayText } from '../src/replay/replay-text.js';
import { person } from '../src/admin/person.js';
import { withCore } from '../src/with-core.js';
import { end, endedLead, removeLeads, type Ending } from './ended-leads.js';
import { openDemoCommand } from './command.js';

const world = duringTests(openDemoCommand);
// The tenant stays: to apply its file takes longer than most of these tests.
beforeEach(() => removeLeads(world));

const lead = (n: string, ending: Ending) => endedLead(world.stores, n, ending);
/** Leads `<prefix>0` and so on, at once, so that they share their round trips. */
const leads = (count: number, prefix: string, ending: Ending) =>
  Promise.all(Array.from({ length: count }, (_, n) => lead(`${prefix}${n}`, ending)));
const submissionsOf = (n: string) => world.stores.forTenant('demo').submissions.ofLead(`lead_${n}`);
/** How many submissions each of these leads has. */
const submissionsOfEach = (count: number, prefix: string) =>
  Promise.all(Array.from({ length: count }, async (_, n) => (await submissionsOf(`${prefix}${n}`)).length));
const follower = async (n: string): Promise<SubmissionRecord | undefined> =>
  (await submissionsOf(n)).find(({ submissionId }) => submissionId !== `sub_${n}`);

/** Selects every failed lead of the tenant. */
const failedOnes = (): ReplayOptions => ({
  tenantId: 'demo',
  statuses: ['failed'],
  times: 1,
  unknownToo: false,
  dryRun: false,
  interrupt: new AbortController().signal,
});

function replay(options: Partial<ReplayOptions> = {}, within?: (core: Core) => void) {
  return withCore(world.stores, world.redisUrl, async (core) => {
    within?.(core);
    return replayLeads(core, { ...failedOnes(), giveUpWithinMs: 0, ...options });
  });
}

const because = ({ skipped }: Awaited<ReturnType<typeof replay>>) =>
  Object.fromEntries(skipped.map(({ leadId, because: why }) => [leadId.slice(5), why]));

describe('a replay of an ended lead', () => {
  it('creates a submission that skips qualification, or that qualifies where the ended one never did', async () => {
    await lead('a', { status: 'failed', reason: 'retries_spent', data: { email: 'a@example.com' } });
    await lead('b', { status: 'error', reason: 'quarantined', qualified: false });
    const { replayed, skipped } = await replay({ statuses: ['failed', 'error'] });
    expect([replayed.length, skipped]).toEqual([2, []]);

    const [a, b] = [await follower('a'), await follower('b')];
    expect(a).toMatchObject({ kind: 'repost', retryOf: 'sub_a', data: { email: 'a@example.com' } });
    expect(b).toMatchObject({ kind: 'repost', status: 'pending' });
    expect(b?.retryOf).toBeUndefined();
    for (const one of [a, b]) expect(one?.dueAt).toBeInstanceOf(Date);
    expect(await world.stores.forTenant('demo').leads.find('lead_a')).toMatchObject({
      status: 'pending',
      lastSubmissionId: a?.submissionId,
    });
  });

  it('that is interrupted and repeated sends no lead twice and omits none', async () => {
    await leads(60, 'i', { status: 'failed' });
    const interruption = new AbortController();
    const accept = world.stores.accept;
    let accepted = 0;
    const interrupted = await replay({ interrupt: interruption.signal }, (core) => {
      Object.assign(core, {
        stores: {
          ...world.stores,
          accept: async (submission: Parameters<typeof accept>[0]) => {
            if ((accepted += 1) === 20) interruption.abort();
            return accept(submission);
          },
        },
      });
    });
    expect(interrupted.left).toBeGreaterThan(0);
    expect(replayText(interrupted)).toMatch(/Interrupted. Repeat the command/);
    const { replayed } = await replay();
    expect(interrupted.replayed.length + replayed.length).toBe(60);
    expect(new Set(await submissionsOfEach(60, 'i'))).toEqual(new Set([2]));
    expect(await replay()).toMatchObject({ replayed: [], skipped: [], left: 0 });
  });

  it('stops with its listener, audits its progress, and continues when repeated', async () => {
    await leads(60, 'h', { status: 'failed' });
    const went = async (accept: typeof world.stores.accept, hear: () => boolean) =>
      withCore(world.stores, world.redisUrl, async (core, redis) => {
        const accounts = openAccounts(world.stores);
        const stores = { ...world.stores, accept };
        const deps = { ...core, redis, reads: strictestSettings, accounts, stores };
        const sent = { params: { tenantId: 'demo' }, body: { statuses: ['failed'] } };
        const { signal } = new AbortController();
        for await (const item of operateInProcess(deps, person()).stream(adminReplayLeads, sent, signal))
          if (item.kind === 'replayed' && !hear()) break;
        return (await world.stores.audit.page({}, 1))[0];
      });

    let stopListening = (): void => undefined;
    const stopped = new Promise<void>((resolve) => (stopListening = resolve));
    let accepted = 0;
    const first = await went(
      async (submission) => {
        if ((accepted += 1) > 5) await stopped;
        return world.stores.accept(submission);
      },
      () => {
        stopListening();
        return false;
      },
    );
    const before = first?.result?.['went'] as number;
    expect(first).toMatchObject({
      action: 'adminReplayLeads',
      outcome: 'done',
      result: { left: 60 - before },
    });
    expect(before).toBeLessThan(30);
    const second = await went(world.stores.accept, () => true);
    expect(second).toMatchObject({ outcome: 'done', result: { went: 60 - before, left: 0 } });
    expect(new Set(await submissionsOfEach(60, 'h'))).toEqual(new Set([2]));
  });

  it('continues under the reserved submission id when its process died before it wrote the submission', async () => {
    await lead('n', { status: 'failed' });
    const { replays } = world.stores.forTenant('demo');
    await replays.name('sub_n', 'sub_named', new Date());
    await replay();
    expect((await follower('n'))?.submissionId).toBe('sub_named');
  });

  it('waits for the submission of a process that died before listing it, and creates another once that ended void', async () => {
    await lead('v', { status: 'failed' });
    const { conclusions, replays, submissions } = world.stores.forTenant('demo');
    const [ended] = await submissionsOf('v');
    await replays.name('sub_v', 'sub_unlisted', new Date());
    const orphan: SubmissionRecord = {
      ...(ended as SubmissionRecord),
      submissionId: 'sub_unlisted',
      first: false,
      status: 'pending',
      dueAt: new Date(Date.now() + 20_000),
    };
    await world.stores.accept({ submission: orphan });
    expect(because(await replay())).toEqual({
      v: 'an interrupted replay of it has not ended yet: try again in 30 s',
    });

    await conclusions.close('sub_unlisted', { end: { status: 'void', endedAt: new Date() } });
    const { replayed } = await replay();
    expect(replayed).toHaveLength(1);
    const latest = (await world.stores.forTenant('demo').leads.find('lead_v'))?.lastSubmissionId;
    expect(latest).not.toBe('sub_unlisted');
    expect((await submissions.find(latest ?? ''))?.status).toBe('pending');
  });

  it('that was executed meanwhile is recognised by its result', async () => {
    await lead('m', { status: 'failed' });
    const { leads } = world.stores.forTenant('demo');
    const before = await leads.find('lead_m');
    await replay();
    const replayed = (await follower('m'))?.submissionId ?? '';
    await end(world.stores, 'lead_m', replayed, { status: 'delivered' });
    const filter = { tenantId: 'demo', statuses: ['failed'], times: 1, unknownToo: false } as const;
    expect(await examine(world.stores, before as LeadRecord, filter)).toEqual({
      kind: 'skipped',
      because: 'it has been replayed since and ended as delivered',
    });
  });

  it('is executed once when several operators run it concurrently', async () => {
    await leads(20, 'o', { status: 'rejected' });
    await Promise.all([1, 2, 3].map(() => replay({ statuses: ['rejected'] })));
    expect(new Set(await submissionsOfEach(20, 'o'))).toEqual(new Set([2]));
  });

  it('that failed again is not repeated unless the operator asks for it', async () => {
    await lead('t', { status: 'rejected' });
    await replay({ statuses: ['rejected'] });
    await end(world.stores, 'lead_t', (await follower('t'))?.submissionId ?? '', { status: 'rejected' });
    expect(because(await replay({ statuses: ['rejected'] }))).toEqual({
      t: 'it has already been replayed; see --times',
    });
    expect((await replay({ statuses: ['rejected'], times: 2 })).replayed).toHaveLength(1);
    const latest = (await world.stores.forTenant('demo').leads.find('lead_t'))?.lastSubmissionId;
    await end(world.stores, 'lead_t', latest ?? '', { status: 'rejected' });
    expect(because(await replay({ statuses: ['rejected'], times: 2 }))).toEqual({
      t: 'it has already been replayed 2 times',
    });
  });

  it('skips leads that must not be sent again, with the reason', async () => {
    await lead('unknown', { status: 'failed', reason: 'unknown_outcome' });
    await lead('erased', { status: 'failed' });
    await lead('person', { status: 'delivered' });
    await lead('newer', { status: 'failed' });
    await lead('gone', { status: 'failed', campaignId: 'GONE' });
    const of = world.stores.forTenant('demo');
    await of.removal.erase('lead_erased');
    await of.leadUpdates.apply(['lead_person'], (found) => ({
      lead: { ...found, status: 'failed' },
      search: [],
      statusSetAt: new Date(),
    }));
    const before = await replay({ dryRun: true });
    expect(because(before)).toEqual({
      unknown: 'the buyer may have it (unknown_outcome): ask, then add --unknown-too',
      erased: 'its personal data was erased',
      person: 'a person set this status; its latest submission is delivered',
      gone: 'campaign GONE no longer exists',
    });
    expect(before.replayed).toMatchObject([{ leadId: 'lead_newer' }]);

    // The lead is submitted again between reading the list and reading the lead.
    const found = await of.leads.find('lead_newer');
    const overtaken = await replay({}, ({ reports }) => {
      const { leads } = reports.forTenant('demo');
      const page = leads.page.bind(leads);
      leads.page = async (...asked) => {
        const listed = await page(...asked);
        if (found) await of.leads.addSubmission('lead_newer', 0, 'sub_newest', { status: 'pending' });
        return listed;
      };
    });
    expect(because(overtaken)['newer']).toBe('it is now pending');
    expect(await submissionsOf('newer')).toHaveLength(1);
  });

  it('selects leads by campaign, reason and time', async () => {
    const yesterday = new Date(Date.now() - 24 * 3600_000);
    await lead('old', { status: 'failed', endedAt: yesterday });
    await lead('other', { status: 'failed', campaignId: 'BORRU' });
    await lead('no_route', { status: 'failed', reason: 'no_route' });
    const names = async (options: Partial<ReplayOptions>) =>
      (await replay({ dryRun: true, ...options })).replayed.map(({ leadId }) => leadId.slice(5)).sort();
    expect(await names({})).toEqual(['no_route', 'old', 'other']);
    expect(await names({ campaignId: 'BORRU' })).toEqual(['other']);
    expect(await names({ since: new Date(Date.now() - 3600_000) })).toEqual(['no_route', 'other']);
    expect(await names({ reason: 'no_route' })).toEqual(['no_route']);
  });

  it('changes nothing in a dry run, and works without Redis', async () => {
    await lead('d', { status: 'failed' });
    // The counts of that lead would be written a second later.
    await world.stores.figures.flush();
    const before = await everythingIn(world.mongodbUrl);
    const tried = await replay({ dryRun: true });
    expect(replayText(tried)).toMatch(/would be sent +1\n +lead_d {2}after sub_d/);
    expect(await everythingIn(world.mongodbUrl)).toEqual(before);

    const { replayed } = await withCore(world.stores, undefined, (core) => replayLeads(core, failedOnes()));
    expect(replayed).toHaveLength(1);
    expect((await follower('d'))?.dueAt).toBeInstanceOf(Date);
  });
});
