/** Commands over `--server`: an admin key instead of the database's credentials, with the same answers. */
import type { Replays } from '@sluice/admin';
import { searchWords } from '@sluice/domain';
import { accepted, aSubmission, duringTests } from '@sluice/testing';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { end, endedLead } from './ended-leads.js';
import { openServedCommand, type ServedCommand } from './served-command.js';

const world = duringTests(openServedCommand);
let over: ServedCommand['over'];
let keys: ServedCommand['keys'];
beforeAll(async () => {
  ({ over, keys } = world);
});

describe('sluice --server', () => {
  it('creates, lists and revokes keys without any credentials of the stores', async () => {
    const made = await over(['keys', 'create', '--tenant', 'demo', '--name', 'form', '--json']);
    expect(made).toMatchObject({ code: 0, errors: '' });
    const { key, prefix } = JSON.parse(made.output) as { key: string; prefix: string };
    expect(await world.stores.apiKeys.holderOf(key)).toMatchObject({
      tenantId: 'demo',
    });
    expect((await over(['keys', 'revoke', prefix, '--tenant', 'demo'])).output).toBe(`Revoked ${prefix}.\n`);
    const [remote, local] = [
      await over(['keys', 'list', '--tenant', 'demo']),
      await world.sluice(['keys', 'list', '--tenant', 'demo']),
    ];
    expect(remote).toEqual(local);
    expect(remote.output).toMatch(/revoked\n$/);
  }, 60_000);

  it('finds, lists, exports and shows leads, without personal data', async () => {
    const data = { firstName: 'Wilhelmina', lastName: 'Brandt', email: 'mina@example.com' };
    const listedLead = accepted(aSubmission({ submissionId: 'sub_listed', data }));
    const { newLead } = listedLead;
    await world.stores.accept({ ...listedLead, newLead: { ...newLead, search: searchWords(data) } });
    await end(world.stores, 'lead_listed', 'sub_listed', { status: 'disqualified' });
    await endedLead(world.stores, 'other', {
      status: 'error',
      reason: 'no_route',
      data: { firstName: 'Otto' },
    });
    const leadId = 'lead_listed';
    const of = ['--tenant', 'demo'];

    for (const text of ['wilhel brandt', 'mina@example.com']) {
      const filters = ['--status', 'disqualified,error', '--campaigns', 'ACMRU'];
      const { output } = await over(['leads', 'find', text, ...of, ...filters, '--json'], keys.operate);
      const found = JSON.parse(output) as { leadId: string }[];
      expect([text, found.map((row) => row.leadId)]).toEqual([text, [leadId]]);
    }
    const denied = await over(['leads', 'find', 'wilhel', ...of], keys.view);
    expect(denied).toMatchObject({ code: 1 });
    expect(denied.errors).toContain('requires the operate role to ask about a person');
    expect((await over(['leads', 'find', 'nobody known', ...of])).output).toBe('No matching leads.\n');
    const listed = await over(['leads', 'list', ...of, '--status', 'disqualified']);
    expect(listed.output).toMatch(new RegExp(`^LEAD .*\n${leadId} +ACMRU +\\S+ +disqualified`));
    expect(JSON.parse((await over(['leads', 'list', ...of, '--limit', '1', '--json'])).output)).toHaveLength(
      1,
    );
    expect((await over(['leads', 'list', ...of, '--limit', 'few'])).code).toBe(2);
    const exported = await over(['leads', 'export', ...of]);
    expect(
      exported.output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toHaveLength(2);
    const shown = await over(['leads', 'show', leadId, ...of]);
    expect(shown.output).toContain(`Lead ${leadId}  campaign ACMRU  status disqualified`);

    for (const { output } of [listed, exported, shown]) expect(output).not.toMatch(/Wilhelmina|mina@/);
    expect(await over(['leads', 'show', 'lead_none', ...of])).toMatchObject({ code: 1 });
  }, 60_000);

  it('puts calls on hold and releases them, and doctor reports the hold', async () => {
    expect((await over(['hold', '--reason', 'restore'])).code).toBe(0);
    expect((await world.sluice(['doctor'])).output).toContain('services: All outbound calls on hold by');
    expect((await over(['holds'])).output).toContain('restore');
    expect((await over(['release'])).output).toBe('Released the outbound calls of the installation.\n');
    expect((await over(['release'])).code).toBe(1);
  }, 60_000);

  it('simulates a made-up lead as on the stores, with every decision and its trace', async () => {
    const file = join(world.folder, 'made-up.json');
    writeFileSync(
      file,
      JSON.stringify({ firstName: 'Ada', lastName: 'Ortiz', email: 'ada@example.com', phone: '4155550177' }),
    );
    const command = ['simulate', file, '--tenant', 'demo', '--campaign', 'ACMRU'];
    const remote = await over(command, keys.operate);
    expect(remote).toMatchObject({ code: 0, errors: '' });
    expect(remote.output).toMatch(/qualification: qualified\n {4}suppression: passed\n {4}dedupe: passed/);
    expect(remote.output).toContain('delivery: POST http://127.0.0.1:4800/buyers/acme');
    expect(remote).toEqual(await world.sluice(command));
    expect((await over(command, keys.view)).output).toContain(
      'dedupe: skipped, only the operate role is told about other leads',
    );
    expect((await over(['simulate', file, '--tenant', 'demo', '--campaign', 'NONE'])).errors).toBe(
      'There is no campaign NONE.\n',
    );
  }, 60_000);

  it('replays leads with the same audit entry as on the stores, and audits no dry run', async () => {
    for (const n of ['again', 'unknown'])
      await endedLead(world.stores, n, {
        status: 'failed' as const,
        campaignId: 'BORRU',
        reason: n === 'unknown' ? 'unknown_outcome' : 'retries_spent',
      });
    const command = ['replay', '--tenant', 'demo', '--status', 'failed,error', '--campaign', 'BORRU'];
    const lastAudited = async () => (await world.stores.audit.page({}, 1))[0];
    const before = await lastAudited();
    const [remote, local] = [
      await over([...command, '--dry-run']),
      await world.sluice([...command, '--dry-run']),
    ];
    expect(remote.output).toMatch(
      /would be sent +1\n +lead_again {2}after sub_again\n +would be skipped +1\n/,
    );
    expect(remote).toEqual(local);
    expect(await lastAudited()).toEqual(before);

    const { replayed, skipped, left } = JSON.parse((await over([...command, '--json'])).output) as Replays;
    expect([replayed.length, skipped[0]?.leadId, left]).toEqual([1, 'lead_unknown', 0]);
    const { lastSubmissionId } = (await world.stores.forTenant('demo').leads.find('lead_again')) ?? {};
    expect(lastSubmissionId).toBe(replayed[0]?.newSubmissionId);
    expect(await lastAudited()).toMatchObject({
      action: 'adminReplayLeads',
      who: 'who may administer',
      outcome: 'done',
      about: { tenantId: 'demo', statuses: 'failed,error', campaignId: 'BORRU' },
      result: { went: 1, skipped: 1, left: 0 },
    });
    expect((await over(command, keys.view)).errors).toContain('has the view role');
    expect((await over([...command.slice(0, 2), 'nobody', ...command.slice(3)])).errors).toBe(
      'There is no tenant nobody.\n',
    );
  }, 60_000);

  it("exports a tenant's records completely, as on the stores", async () => {
    await endedLead(world.stores, 'exported', { status: 'delivered' });
    const [remoteFile, localFile] = ['remote', 'local'].map((name) => join(world.folder, `${name}.ndjson`));
    const command = ['export', '--tenant', 'demo', '--kinds', 'leads,submissions', '--out'];
    expect(await over([...command, remoteFile!])).toMatchObject({ code: 0, output: '' });
    expect(await world.sluice([...command, localFile!])).toMatchObject({ code: 0 });
    const [remote, local] = [remoteFile!, localFile!].map((file) =>
      readFileSync(file, 'utf8').trimEnd().split('\n').slice(1),
    );
    expect(remote!.length).toBeGreaterThan(2);
    expect(remote).toEqual(local);
    expect(await over([...command, remoteFile!], keys.view)).toMatchObject({ code: 1 });
  }, 60_000);

  it('shows a paused queue as paused', async () => {
    expect((await over(['queues', 'pause', 'pixel'])).code).toBe(0);
    expect((await over(['queues', 'list'])).output).toMatch(/pixel +paused/);
    expect((await over(['queues', 'resume', 'pixel'])).code).toBe(0);
    expect((await over(['queues', 'list'])).output).toMatch(/pixel +runs/);
  }, 60_000);

  it('reports an insufficient role, a missing key, and a command that does not work over a server', async () => {
    const viewer = await over(['hold', '--reason', 'x'], keys.view);
    expect([viewer.code, viewer.errors]).toEqual([1, expect.stringContaining('has the view role')]);
    expect((await over(['tenants', 'list'], '')).errors).toContain('SLUICE_ADMIN_KEY is not set');
    const applied = await over(['migrate']);
    expect([applied.code, applied.errors]).toEqual([2, expect.stringContaining('needs the stores')]);
  }, 60_000);
});

describe('sluice version and completion', () => {
  it('name the release and complete every command', async () => {
    expect((await world.sluice(['version'])).output).toMatch(/^sluice \d+\.\d+\.\d+ \(Node v/);
    expect((await world.sluice(['--version'])).output).toMatch(/^\d+\.\d+\.\d+\n$/);
    const { output } = await world.sluice(['completion', 'bash']);
    expect(output).toContain("'queues') next='list pause resume retry promote");
  }, 60_000);
});
