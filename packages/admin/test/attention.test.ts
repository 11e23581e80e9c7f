/** Leads that need attention, by cause, and group replays: as a dry run, with progress, stopped. */
import {
  adminGetNow,
  adminGetReplay,
  adminHoldInstallation,
  adminHoldTenant,
  adminListAttention,
  adminListAttentionLeads,
  adminListReplays,
  adminReleaseInstallation,
  adminReleaseTenant,
  adminStartReplay,
  adminStopReplay,
  type AdminReplay,
} from '@sluice/contracts';
import { accepted, aStoredCampaign, aSubmission, duringTests, eventually, putItem } from '@sluice/testing';
import { keepReplay } from '../src/replay/known-replays.js';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);
beforeAll(async () => {
  const { campaigns } = world.stores.forTenant('alpha');
  for (const campaignId of ['ONE', 'TWO', 'MANY'])
    await putItem(campaigns, campaignId, aStoredCampaign({ campaignId }));
});

const params = { tenantId: 'alpha' };

interface Ends {
  readonly status?: 'error' | 'failed';
  readonly reason?: string;
  readonly stage?: 'delivery';
  readonly at?: Date;
  readonly tenantId?: string;
}

async function aLeadNeedingAttention(
  n: string,
  campaignId: string,
  { status = 'error', reason, stage, at = world.stores.clock.now(), tenantId = 'alpha' }: Ends = {},
) {
  const of = world.stores.forTenant(tenantId);
  const submission = aSubmission({
    tenantId,
    submissionId: `sub_${n}`,
    campaignId,
    acceptedAt: at,
    dueAt: at,
    data: { firstName: 'Canary' },
  });
  await world.stores.accept(accepted(submission));
  const { leadId, submissionId } = submission;
  if (stage) {
    const looked = { looked: 'starts', verdict: 'failed', values: { deaths: 6 } } as const;
    const trace = [{ ...looked, because: 'its worker crashed' }];
    await of.journal.record(submission, stage, 0, { kind: 'error', reason: 'quarantined', trace }, at);
  }
  const ended = { status, reason };
  await of.leads.recordStatus(leadId, { ...ended, ended: true, submissionId, at });
  await of.conclusions.close(submissionId, { end: { ...ended, endedAt: at } });
  return leadId;
}

async function until(replayId: string, is: (replay: AdminReplay) => boolean): Promise<AdminReplay> {
  const replay = async () => (await world.call(adminGetReplay, { params: { ...params, replayId } })).data;
  return eventually('the replay is so far', async () => [await replay()].find(is), 30_000);
}
const ends = ({ state }: AdminReplay) => state !== 'running' && state !== 'stopping';
const replayOf = async (body: object, key?: string) => world.call(adminStartReplay, { params, body, key });
const statusOf = async (leadId: string) => (await world.stores.forTenant('alpha').leads.find(leadId))?.status;

const quarantined = { status: 'error', reason: 'quarantined' };

describe('a group of leads that wait for a person', () => {
  it('has its cause, count and times, and lists its leads page by page with the outcome of each attempt', async () => {
    for (const n of ['a', 'b', 'c'])
      await aLeadNeedingAttention(n, 'ONE', { reason: 'quarantined', stage: 'delivery' });
    await aLeadNeedingAttention('d', 'TWO');
    const { data } = await world.call(adminListAttention, { params });
    const byCampaign = Object.fromEntries(data.groups.map((group) => [group.campaignId, group]));
    expect(Object.keys(byCampaign).sort()).toEqual(['ONE', 'TWO']);
    expect(byCampaign['ONE']).toMatchObject({
      ...quarantined,
      count: 3,
      replayable: true,
      stage: 'delivery',
      because: 'its worker crashed',
    });
    expect(byCampaign['TWO']).toMatchObject({ status: 'error', count: 1 });
    expect(data.findings).toMatchObject([
      { kind: 'quarantined', count: 3, command: expect.stringContaining('sluice replay') as string },
    ]);
    expect(byCampaign['ONE']!.firstAt <= byCampaign['ONE']!.lastAt).toBe(true);

    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: Record<string, string> = { ...quarantined, campaignId: 'ONE', limit: '2' };
      if (cursor !== '') query['cursor'] = cursor;
      const page = (await world.call(adminListAttentionLeads, { params, query })).data;
      for (const { leadId, stage, times } of page.leads) seen.push(`${leadId} ${stage} ${times}`);
      cursor = page.nextCursor;
    }
    expect(seen.sort()).toEqual(['a', 'b', 'c'].map((n) => `lead_${n} delivery 6`));
    expect((await world.call(adminListAttention, { params: { tenantId: 'beta' } })).data.groups).toEqual([]);
  });
});

describe('a replay of a group', () => {
  it('reports in a dry run which leads would be replayed, and sends none', async () => {
    const { status, data } = await replayOf({ ...quarantined, campaignId: 'ONE', dryRun: true });
    expect([status, data.state]).toEqual([202, 'running']);
    const tried = await until(data.replayId, ends);
    expect(tried).toMatchObject({ state: 'ended', total: 3, went: 3, skipped: 0, left: 0 });
    expect(tried.leads.map(({ leadId }) => leadId)).toEqual(
      expect.arrayContaining(['lead_a', 'lead_b', 'lead_c']),
    );
    for (const leadId of ['lead_a', 'lead_b', 'lead_c']) expect(await statusOf(leadId)).toBe('error');
  });

  it('sends its leads and no others, is audited at its start and its end, and has nothing left when repeated', async () => {
    const { data } = await replayOf({ ...quarantined, campaignId: 'ONE' });
    expect(await until(data.replayId, ends)).toMatchObject({ state: 'ended', total: 3, went: 3, left: 0 });
    for (const leadId of ['lead_a', 'lead_b', 'lead_c']) expect(await statusOf(leadId)).toBe('pending');
    expect(await statusOf('lead_d')).toBe('error');
    const again = (await replayOf({ ...quarantined, campaignId: 'ONE' })).data;
    expect(await until(again.replayId, ends)).toMatchObject({ state: 'ended', total: 0, went: 0 });
    const listed = (await world.call(adminListReplays, { params })).data.replays;
    expect(listed.map(({ replayId }) => replayId)).toEqual([again.replayId, data.replayId]);
    const ended = await world.stores.audit.page({ action: 'replayEnded' }, 10);
    expect(ended.find(({ about }) => about?.['replayId'] === data.replayId)).toMatchObject({
      who: 'who may administer',
      outcome: 'done',
      tenantId: 'alpha',
      result: { state: 'ended', went: 3, skipped: 0, left: 0 },
    });
    const [begun] = (await world.stores.audit.page({ action: 'adminStartReplay' }, 10)).filter(
      ({ result }) => result?.['replayId'] === data.replayId,
    );
    expect(begun).toMatchObject({ about: { campaignId: 'ONE', dryRun: 'false' }, outcome: 'done' });
  });

  it('stops on request, reports how many leads are left, and continues when repeated, sending no lead twice', async () => {
    for (let n = 0; n < 60; n += 1) await aLeadNeedingAttention(`m${n}`, 'MANY', { reason: 'quarantined' });
    const { stores } = world.deps;
    let begun = '';
    let sent = 0;
    let stopped: Promise<unknown> | undefined;
    const stop = async () => {
      // The answer that names the replay may arrive after its first leads were replayed.
      while (begun === '') await new Promise((resolve) => setTimeout(resolve, 10));
      const asked = await world.call(adminStopReplay, { params: { ...params, replayId: begun } });
      expect(asked.status).toBe(200);
      await until(begun, ({ state }) => state !== 'running');
    };
    Object.assign(world.deps, {
      stores: {
        ...stores,
        accept: async (submission: Parameters<typeof stores.accept>[0]) => {
          if ((sent += 1) > 20) await (stopped ??= stop());
          return stores.accept(submission);
        },
      },
    });
    begun = (await replayOf({ ...quarantined, campaignId: 'MANY' })).data.replayId;
    const first = await until(begun, ends);
    Object.assign(world.deps, { stores });
    expect(first).toMatchObject({ state: 'stopped', total: 60, skipped: 0 });
    expect(first.left).toBe(60 - first.went);
    expect(first.left).toBeGreaterThan(0);
    const again = (await world.call(adminStopReplay, { params: { ...params, replayId: begun } })).error;
    expect(again?.code).toBe('INVALID_STATE');

    const { data } = await replayOf({ ...quarantined, campaignId: 'MANY' });
    expect(await until(data.replayId, ends)).toMatchObject({ state: 'ended', total: first.left });
    for (let n = 0; n < 60; n += 1)
      expect(await world.stores.forTenant('alpha').submissions.ofLead(`lead_m${n}`)).toHaveLength(2);
  }, 60_000);

  it('is shown as interrupted, with the number of leads left, once its process has died', async () => {
    const replay = { ...quarantined, replayId: 'replay_gone', tenantId: 'alpha', campaignId: 'ONE' };
    await keepReplay(world.deps.redis, {
      ...replay,
      status: 'error',
      dryRun: false,
      state: 'running',
      by: 'Ada',
      beganAt: '2026-01-01T00:00:00.000Z',
      renewedAt: world.stores.clock.now().getTime() - 60_000,
      total: 9,
      went: 4,
      skipped: 1,
      because: [],
      leads: [],
    });
    expect(await until('replay_gone', ends)).toMatchObject({ state: 'interrupted', left: 4 });
  });

  it('needs the operate role, and belongs to its tenant', async () => {
    const asked = { ...quarantined, campaignId: 'ONE' };
    expect((await replayOf(asked, world.keys.view)).status).toBe(403);
    const { replayId } = (await replayOf({ ...asked, dryRun: true }, world.keys.operate)).data;
    const elsewhere = { params: { tenantId: 'beta', replayId } };
    expect((await world.call(adminGetReplay, elsewhere)).status).toBe(404);
    await until(replayId, ends);
  });
});

describe('a hold', () => {
  it('of the installation or of a tenant is among the findings, with its operator and reason', async () => {
    await world.call(adminHoldInstallation, { body: { reason: 'restore' } });
    await world.call(adminHoldTenant, { params, body: { reason: 'wrong buyer' } });
    const texts = async () =>
      (await world.call(adminGetNow)).data.findings.filter(({ kind }) => kind === 'on_hold');
    await eventually('both holds are found', async () => (await texts()).length >= 2, 20_000);
    const headlines = (await texts()).map(({ headline }) => headline).sort();
    expect(headlines).toEqual([
      'All outbound calls on hold by who may administer (“restore”)',
      'Outbound calls of alpha on hold by who may administer (“wrong buyer”)',
    ]);
    await world.call(adminReleaseInstallation);
    await world.call(adminReleaseTenant, { params });
  }, 30_000);
});

describe('documents that could not be sent', () => {
  it('are listed with their lead and file, and none of another tenant', async () => {
    const { files } = world.stores.forTenant('alpha');
    const begun = { fileId: 'file_1', documentUrl: '', provider: 'docuseal', status: 'failed' } as const;
    const named = { fileName: 'Retainer', fileType: 'pdf' };
    const at = new Date('2026-03-01T10:00:00Z');
    await files.upsert({ leadId: 'lead_1', fileKey: 'retainer' }, {}, { ...begun, ...named }, at);
    // Given up by people, not by us.
    const own = { ...begun, ...named, provider: 'manual_upload' } as const;
    await files.upsert({ leadId: 'lead_1', fileKey: 'scan' }, {}, own, at);
    const { data } = await world.call(adminListAttention, { params });
    expect([data.unsent, data.unsentCount]).toEqual([
      [{ leadId: 'lead_1', fileKey: 'retainer', since: '2026-03-01T10:00:00.000Z' }],
      1,
    ]);
    expect(data.findings).toContainEqual(
      expect.objectContaining({
        kind: 'documents_unsent',
        text: 'Documents of alpha could not be sent; 1 document.',
      }),
    );
    const others = await world.call(adminListAttention, { params: { tenantId: 'beta' } });
    expect([others.data.unsent, others.data.findings]).toEqual([[], []]);
  });
});

describe('leads that ended failed', () => {
  it('are as many in their finding, in its groups and in their replay: those of the last day, and none before', async () => {
    const of = { params: { tenantId: 'beta' } };
    const tenantId = 'beta';
    const ended = { status: 'failed', reason: 'http_500', tenantId } as const;
    const daysAgo = (days: number) => new Date(world.stores.clock.now().getTime() - days * 86_400_000);
    await putItem(world.stores.forTenant(tenantId).campaigns, 'ONE', aStoredCampaign({ campaignId: 'ONE' }));
    await aLeadNeedingAttention('old', 'ONE', { ...ended, at: daysAgo(2) });
    await aLeadNeedingAttention('early', 'ONE', { ...ended, at: daysAgo(0.5) });
    await aLeadNeedingAttention('late', 'ONE', ended);

    const { findings } = (await world.call(adminListAttention, of)).data;
    const finding = findings.find(({ kind }) => kind === 'leads_failed');
    expect(finding?.count).toBe(2);
    const { since = '' } = Object.fromEntries(new URLSearchParams(finding?.link.split('?')[1]));
    const query = { since };
    const { groups } = (await world.call(adminListAttention, { ...of, query })).data;
    expect(groups).toMatchObject([{ status: 'failed', reason: 'http_500', count: 2 }]);
    const group = { status: 'failed', campaignId: 'ONE', reason: 'http_500' };
    const { leads } = (await world.call(adminListAttentionLeads, { ...of, query: { ...group, since } })).data;
    expect(leads.map(({ leadId }) => leadId)).toEqual(['lead_late', 'lead_early']);
    const { data } = await world.call(adminStartReplay, { ...of, body: { ...group, since, dryRun: true } });
    const replay = async () =>
      (await world.call(adminGetReplay, { params: { tenantId, replayId: data.replayId } })).data;
    const done = await eventually('it is tried out', async () => [await replay()].find(ends), 30_000);
    expect(done).toMatchObject({ since, total: 2, went: 2 });

    const wrong = await world.call(adminListAttention, { ...of, query: { since: 'yesterday' } });
    expect(wrong.error?.code).toBe('VALIDATION_ERROR');
  });
});
