import { openIdentity } from '@sluice/identity';
import { appCode, duringTests } from '@sluice/testing';
import { randomBytes } from 'node:crypto';
import { sealingKey, type Stores } from '@sluice/store';
import type { RunSluice } from '@sluice/testing';
import { endedLead } from './ended-leads.js';
import { demoFile, openCommand } from './command.js';

const world = duringTests(() => openCommand({ privateRedis: true }));
let stores: Stores;
let sluice: RunSluice;
beforeAll(async () => {
  ({ stores, sluice } = world);
  expect(await sluice(['apply', demoFile])).toMatchObject({ code: 0 });
});

const audited = async () =>
  (await stores.audit.page({}, 100))
    .filter(({ action }) => action !== 'adminApplyCatalog')
    .map(({ what, outcome }) => [what, outcome]);

describe('sluice replay through the command line', () => {
  it('prints the leads that it would send, then sends them, with an audit entry', async () => {
    await endedLead(stores, 'r1', { status: 'failed', reason: 'retries_spent' });
    await endedLead(stores, 'r2', { status: 'failed', reason: 'unknown_outcome' });
    const command = ['replay', '--tenant', 'demo', '--status', 'failed'];
    const tried = await sluice([...command, '--dry-run']);
    expect(tried).toMatchObject({ code: 0, errors: '' });
    expect(tried.output).toMatch(
      /Tenant demo: 2 leads\n +would be sent +1\n +lead_r1 {2}after sub_r1\n +would be skipped +1\n/,
    );
    expect(tried.output).toMatch(/lead_r2 {2}the buyer may have it \(unknown_outcome\)/);
    expect(await audited()).toEqual([]);

    const { replayed, skipped, left } = JSON.parse((await sluice([...command, '--json'])).output) as {
      replayed: { leadId: string; newSubmissionId: string }[];
      skipped: { leadId: string }[];
      left: number;
    };
    expect([replayed.map(({ leadId }) => leadId), skipped.map(({ leadId }) => leadId), left]).toEqual([
      ['lead_r1'],
      ['lead_r2'],
      0,
    ]);
    expect((await stores.forTenant('demo').leads.find('lead_r1'))?.lastSubmissionId).toBe(
      replayed[0]?.newSubmissionId,
    );
    expect(await audited()).toEqual([['POST /admin/v1/tenants/demo/replay', 'done']]);
  }, 60_000);
});

describe('sluice doctor on a tenant in trouble', () => {
  it('names failing endpoints, quarantined submissions with their reason, and unknown outcomes', async () => {
    const { openCircuits, webhookUrls, journal, submissions } = stores.forTenant('demo');
    const now = stores.clock.now();
    await openCircuits.note('https://buyer.example/leads', new Date(now.getTime() + 30_000), now);
    await webhookUrls.disable({ url: 'https://user:pw@gone.example/hook', headers: {} }, 'gone', now);
    await endedLead(stores, 'poison', { status: 'error', reason: 'quarantined', qualified: false });
    const trace = [
      {
        looked: 'starts',
        verdict: 'failed' as const,
        because: 'its worker crashed',
        values: { deaths: 6 },
      },
    ];
    const about = { leadId: 'lead_poison', submissionId: 'sub_poison' };
    const quarantined = { kind: 'error', reason: 'quarantined', trace } as const;
    await journal.record(about, 'qualification', 0, quarantined, now);
    for (const status of ['failed', 'rejected', 'pending_action'] as const) {
      await endedLead(stores, `unknown_${status}`, { status, reason: 'unknown_outcome' });
    }
    await endedLead(stores, 'fine', { status: 'rejected', reason: 'no_capacity' });
    const lead = { tenantId: 'demo', leadId: 'lead_moving', campaignId: 'ACMRU', data: {}, isTest: false };
    const moving = { ...lead, submissionId: 'sub_moving', kind: 'submit', first: true } as const;
    await stores.accept({ submission: { ...moving, acceptedAt: now, status: 'pending', dueAt: now } });
    for (let n = 0; n < 6; n += 1) await submissions.countTrouble('sub_moving', 'deaths', 'qualification.0');

    const { code, output } = await sluice(['doctor']);
    expect(code).toBe(1);
    expect(output).toMatch(
      /endpoints: Tenant demo: Buyer "https:\/\/buyer\.example\/leads" fails since .* its circuit tries again in/,
    );
    expect(output).toMatch(
      /endpoints: Failing webhook receivers of demo switched off since .*; 1 receiver: https:\/\/\*\*\*@gone\.example\/hook \(gone\)/,
    );
    expect(output).not.toContain('user:pw');
    expect(output).toContain('1 lead: lead_poison (qualification: its worker crashed, 6 times).');
    expect(output).toContain('leads: Leads of demo quarantined after repeated failures since');
    expect(output).toContain('sluice replay --tenant demo --status error --reason quarantined');
    for (const status of ['failed', 'pending_action', 'rejected']) {
      expect(output).toContain(`sub_unknown_${status} of lead_unknown_${status} (${status})`);
    }

    expect(output).toContain('sub_moving of lead_moving crashed 6 workers in a row;');

    const shown = await sluice(['leads', 'show', 'lead_poison', '--tenant', 'demo']);
    expect(shown.output).toContain('status error (its stage failed repeatedly)');
    expect(shown.output).toMatch(/sub_poison {2}Ended in an error: its stage failed repeatedly\.\n/);
    expect(shown.output).toContain('  It was started too often: its worker crashed, 6 times.');
  }, 60_000);
});

describe('sluice attempts resolve', () => {
  it("resolves a submission of unknown outcome by the buyer's statement, once, and is audited", async () => {
    const { journal, leads } = stores.forTenant('demo');
    const at = stores.clock.now();
    await endedLead(stores, 'asked', { status: 'failed', reason: 'unknown_outcome' });
    const about = { leadId: 'lead_asked', submissionId: 'sub_asked' };
    const routed = { kind: 'routed', campaignId: 'ACMRU', clientId: 'cli_acme', slots: [] } as const;
    await journal.record(about, 'routing', 0, { ...routed, reservedAt: at, trace: [] }, at);
    const command = ['attempts', 'resolve', '--tenant', 'demo', 'sub_asked'];
    expect(await sluice(command)).toMatchObject({ code: 2 });
    expect((await sluice([...command, '--buyer-has-it'])).output).toBe(
      'Tenant demo: lead_asked is delivered.\n',
    );
    expect((await leads.find('lead_asked'))?.status).toBe('delivered');
    expect(await sluice([...command, '--buyer-has-it'])).toMatchObject({ code: 0 });
    const otherwise = await sluice([...command, '--buyer-does-not-have-it']);
    expect(otherwise).toMatchObject({
      code: 1,
      errors: expect.stringContaining('this cannot be changed') as string,
    });
    const entries = await audited();
    const what = 'POST /admin/v1/tenants/demo/submissions/sub_asked/resolution';
    expect(entries).toContainEqual([what, 'done']);
    expect(entries).toContainEqual([what, 'refused']);
  }, 60_000);
});

describe('sluice credentials reencrypt', () => {
  it('seals every tenant with the first key, and second factors, so that the older one can be removed', async () => {
    const [old, fresh] = [Buffer.alloc(32).toString('base64'), randomBytes(32).toString('base64')];
    const open = (key: string) => stores.secrets.credentials('demo', [sealingKey(key)]);
    const before = await open(old);
    const factors = (key: string) => {
      const identity = openIdentity(stores, [sealingKey(key)]);
      world.onClose(() => identity.close());
      return identity.secondFactors;
    };
    const factor = await factors(old).setUp('somebody', 'ada@example.com');
    expect(before.facebook?.accessToken).toBeDefined();

    const alone = await sluice(['credentials', 'reencrypt'], { ENCRYPTION_KEY: fresh });
    expect(alone).toMatchObject({
      code: 1,
      errors: expect.stringContaining('add their key to ENCRYPTION_KEY') as string,
    });
    expect(await open(old)).toEqual(before);

    const both = { ENCRYPTION_KEY: `${fresh},${old}` };
    expect((await sluice(['credentials', 'reencrypt'], both)).output).toMatch(/demo +re-encrypted/);
    expect(await open(fresh)).toEqual(before);
    expect(await factors(fresh).confirm('somebody', appCode(factor?.secret ?? ''))).toHaveLength(10);
    await factors(fresh).remove('somebody');
    await expect(open(old)).rejects.toThrow(/no encryption key with fingerprint/);
    expect((await sluice(['credentials', 'reencrypt'], both)).output).toMatch(
      /demo +already encrypted with the first key/,
    );
    expect((await sluice(['apply', 'examples/demo-tenant.yaml'], { ENCRYPTION_KEY: fresh })).output).toBe(
      'Tenant demo: nothing to change.\n',
    );
  }, 60_000);

  it('discards what no key decrypts only with --discard-unreadable; until then applying is refused', async () => {
    const mistyped = { ENCRYPTION_KEY: randomBytes(32).toString('base64') };
    const refused = await sluice(['apply', demoFile], mistyped);
    expect(refused).toMatchObject({
      code: 1,
      errors: expect.stringContaining('encrypted with a key that is not configured') as string,
    });
    const facts = await stores.secrets.credentialFacts('demo');
    expect(Object.keys(facts.facts)).toContain('facebook');
    const discarded = await sluice(['credentials', 'reencrypt', '--discard-unreadable'], mistyped);
    expect(discarded).toMatchObject({ code: 0, errors: '' });
    expect(discarded.output).toMatch(/demo +discarded, because no key decrypted them/);
    expect((await sluice(['apply', demoFile], mistyped)).output).toMatch(/vendor credentials facebook: new/);
  }, 60_000);
});
