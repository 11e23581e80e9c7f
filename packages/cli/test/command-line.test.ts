import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stores } from '@sluice/store';
import type { RunSluice } from '@sluice/testing';
import { duringTests } from '@sluice/testing';
import { demoFile, openCommand } from './command.js';

const world = duringTests(() => openCommand({ privateRedis: true }));
let stores: Stores;
let sluice: RunSluice;
beforeAll(async () => {
  ({ stores, sluice } = world);
  expect(await sluice(['apply', demoFile])).toMatchObject({ code: 0, errors: '' });
});

const json = async (args: readonly string[]): Promise<unknown> =>
  JSON.parse((await sluice([...args, '--json'])).output);

describe('the exit code of sluice', () => {
  it.each([
    ['a command that does not exist', ['frobnicate']],
    ['an option that does not exist', ['doctor', '--loud']],
    ['a missing option', ['send', 'examples/leads.csv', '--campaign', 'ACMRU']],
    ['a missing argument', ['keys', 'revoke', '--tenant', 'demo']],
    ['a status that cannot be replayed', ['replay', '--tenant', 'demo', '--status', 'delivered']],
    ['an invalid time', ['replay', '--tenant', 'demo', '--status', 'failed', '--since', 'lately']],
    ['zero repetitions', ['replay', '--tenant', 'demo', '--status', 'failed', '--times', '0']],
    ['a status that no lead has', ['leads', 'list', '--tenant', 'demo', '--status', 'lost']],
    ['a key without a name', ['keys', 'create', '--tenant', 'demo', '--name', '']],
    [
      'more leads than what-if takes',
      ['what-if', '--tenant', 'demo', '--campaign', 'ACMRU', '--limit', '1001'],
    ],
    ['no lead to erase', ['erase', '--tenant', 'demo']],
    ['a wait that is not a number', ['erase', '--tenant', 'demo', 'lead_1', '--wait', 'long']],
    [
      'an option that is not a number',
      [
        'send',
        'examples/leads.csv',
        '--campaign',
        'ACMRU',
        '--key',
        'k',
        '--url',
        'http://127.0.0.1:9',
        '--wait',
        'long',
      ],
    ],
  ])('is 2 for %s', async (_what, args) => {
    expect(await sluice(args)).toMatchObject({ code: 2, output: '' });
  });

  it('is 1 with one sentence for a command that cannot be executed', async () => {
    const failures = [
      [['leads', 'show', 'lead_1', '--tenant', 'demo'], 'Tenant demo has no lead lead_1.\n'],
      [['erase', 'lead_1', '--tenant', 'demo'], 'Tenant demo has no lead lead_1.\n'],
      [['replay', '--tenant', 'nobody', '--status', 'failed'], 'There is no tenant nobody.\n'],
      [['apply', 'nowhere.yaml'], /The tenant file .*nowhere.yaml cannot be read; check the path.\n/],
      [
        ['keys', 'create', '--tenant', 'nobody', '--name', 'x'],
        'There is no tenant nobody; apply its tenant file first.\n',
      ],
    ] as const;
    for (const [args, sentence] of failures) {
      expect(await sluice(args)).toEqual({
        code: 1,
        output: '',
        errors: expect.stringMatching(sentence) as string,
      });
    }
    expect(await sluice(['doctor'], { MONGODB_URL: '' })).toMatchObject({
      code: 1,
      errors: 'No installation found: start one with `npm start`, or set MONGODB_URL.\n',
    });
  }, 90_000);

  it('is 0 for help', async () => {
    expect(await sluice(['--help'])).toMatchObject({ code: 0, errors: '' });
  });
});

describe('sluice apply through the command line', () => {
  it('changes nothing the second time', async () => {
    expect((await sluice(['apply', 'examples/demo-tenant.yaml'])).output).toBe(
      'Tenant demo: nothing to change.\n',
    );
    expect(await json(['apply', 'examples/demo-tenant.yaml'])).toMatchObject({
      tenantId: 'demo',
      changes: [],
      dryRun: false,
    });
  }, 60_000);

  it('counts what a file removes, before and after, and removes nothing that the file leaves out', async () => {
    const file = join(world.folder, 'part.yaml');
    const settingsOf = async () => (await stores.tenants.find('demo'))?.settings;
    const before = await settingsOf();
    expect(before).toHaveProperty('webhooks');
    writeFileSync(file, '{ tenantId: demo, settings: { timezone: null } }');
    const change = 'tenant demo: changed (settings), removes 1 field: settings.timezone';
    expect((await sluice(['apply', file, '--dry-run'])).output).toBe(
      `Tenant demo: would change\n  ${change}\nWould remove 1 field, named above\n`,
    );
    expect(await settingsOf()).toEqual(before);
    expect(await json(['apply', file])).toMatchObject({ removed: ['tenant demo: settings.timezone'] });
    const { timezone, ...others } = before ?? {};
    expect(await settingsOf()).toEqual(others);
    writeFileSync(file, JSON.stringify({ tenantId: 'demo', settings: { timezone } }));
    expect((await sluice(['apply', file])).output).not.toContain('emove');
  }, 60_000);

  it('takes no OUTBOUND_ALLOW in production', async () => {
    const production = { NODE_ENV: 'production' };
    expect(await sluice(['apply', demoFile], production)).toEqual({
      code: 1,
      output: '',
      errors: 'OUTBOUND_ALLOW is for development: unset it when NODE_ENV is production.\n',
    });
    // The demo's buyer has a loopback address.
    const refused = await sluice(['apply', demoFile], { ...production, OUTBOUND_ALLOW: '' });
    expect(refused.code).toBe(1);
    expect(refused.errors).toContain('defaultPostingUrl');
  }, 60_000);
});

describe('sluice keys', () => {
  it('creates a key that works until it is revoked, and prints it once', async () => {
    const { key, prefix, ...rest } = (await json([
      'keys',
      'create',
      '--tenant',
      'demo',
      '--name',
      'partner',
    ])) as Record<string, string>;
    expect(rest).toEqual({});
    expect(key).toMatch(/^slk_[0-9A-Za-z]{49}$/);
    expect(key?.startsWith(prefix ?? 'x')).toBe(true);
    expect((await stores.apiKeys.holderOf(key ?? ''))?.tenantId).toBe('demo');

    const listed = await sluice(['keys', 'list', '--tenant', 'demo']);
    expect(listed.output).toMatch(new RegExp(`${prefix} +partner .* works`));
    expect(listed.output).not.toContain(key);

    const revoke = ['keys', 'revoke', prefix ?? '', '--tenant', 'demo'];
    expect(await sluice(revoke)).toMatchObject({ code: 0, output: `Revoked ${prefix}.\n` });
    expect(await sluice(revoke)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('has no active key') as string,
    });
    expect((await sluice(['keys', 'list', '--tenant', 'demo'])).output).toMatch(/partner .* revoked/);
  }, 60_000);

  it('refuses an invalid expiry', async () => {
    const args = ['keys', 'create', '--tenant', 'demo', '--name', 'x', '--expires', 'soon'];
    expect(await sluice(args)).toMatchObject({
      code: 2,
      errors: '--expires soon is not an ISO 8601 time.\n',
    });
  });
});

describe('sluice leads show', () => {
  it('prints the journey, every decision with its trace', async () => {
    const { accept, clock, forTenant } = stores;
    const { journal } = forTenant('demo');
    const now = clock.now();
    const sent = 'no\r\n\u001b[2JLead lead_9  status delivered';
    const data = { questionnaire: { injury: sent } };
    const lead = { tenantId: 'demo', leadId: 'lead_9', campaignId: 'ACMRU', data, isTest: true };
    const submission = {
      ...lead,
      submissionId: 'sub_9',
      kind: 'submit',
      acceptedAt: now,
      first: true,
      status: 'pending',
    } as const;
    const newLead = { ...lead, status: 'pending', createdAt: now, updatedAt: now, lastSubmissionId: 'sub_9' };
    await accept({ submission, newLead: { lead: newLead, search: [] } });
    const condition = {
      looked: 'condition',
      at: 'injury',
      verdict: 'matched' as const,
      values: { found: sent },
    };
    const trace = [
      { looked: 'disqualification', at: 'Not injured', verdict: 'matched' as const, of: [condition] },
    ];
    await journal.record(
      submission,
      'qualification',
      0,
      { kind: 'disqualified', reason: 'not_injured', trace },
      now,
    );

    const { output } = await sluice(['leads', 'show', 'lead_9', '--tenant', 'demo']);
    expect(output).toMatch(/^Lead lead_9 {2}campaign ACMRU {2}status pending {2}test\n/);
    expect(output).toMatch(
      /Z {2}sub_9 {2}Submitted to campaign ACMRU, as a test lead\.\n.*Z {2}sub_9 {2}Disqualified: not injured\.\n/,
    );
    expect(output).toContain(
      '\n  Disqualification “Not injured” matched.\n    injury is: yes, it is “no [2JLead lead_9  status delivered”',
    );
    // Neither a line nor a movement of the cursor is the sender's.
    expect(output).toContain('\n  questionnaire.injury: no [2JLead lead_9  status delivered\n');
    expect(await json(['leads', 'show', 'lead_9', '--tenant', 'demo'])).toMatchObject({
      lead: { leadId: 'lead_9' },
      moments: [{ kind: 'accepted' }, { kind: 'decision', what: { text: 'Disqualified: not injured.' } }],
    });
    expect(await sluice(['leads', 'show', 'lead_9', '--tenant', 'other'])).toMatchObject({ code: 1 });
  }, 60_000);
});

describe('sluice doctor through the command line', () => {
  it('reports in sentences what is wrong and how to fix it', async () => {
    const { code, output } = await sluice(['doctor']);
    expect(code).toBe(1);
    // The tests' Redis has no persistence, and no worker runs here.
    expect(output).toContain('redis: Redis keeps no append-only file');
    expect(output).toContain('queues: Queue delivery has no workers.\n  Start the delivery service.');
    for (const supplierId of ['sup_north', 'sup_own'])
      expect(output).toContain(
        `configuration: Tenant demo, supplier ${supplierId}: it is active, and no key of it works.\n  Make one with`,
      );
    for (const supplierId of ['sup_north', 'sup_own'])
      await sluice(['keys', 'create', '--tenant', 'demo', '--name', 'a', '--supplier', supplierId]);
    expect((await sluice(['doctor'])).output).not.toContain('configuration:');
    const { well, findings } = (await json(['doctor'])) as { well: boolean; findings: { area: string }[] };
    expect(well).toBe(false);
    expect(new Set(findings.map(({ area }) => area))).toEqual(new Set(['redis', 'queues']));
  }, 60_000);

  it('names the kinds of stores and what it could not examine, instead of reporting that all is well', async () => {
    const { output } = await sluice(['doctor']);
    expect(output).toContain('MongoDB is a single server');
    expect(output).toContain('not checked: the gateway, because GATEWAY_URL is not set.');
    expect(output).toContain('not checked: the workers and the dashboard, because they run elsewhere');
    const { well, unseen } = (await json(['doctor'])) as { well: boolean; unseen: readonly string[] };
    expect([well, unseen.some((sentence) => sentence.startsWith('the gateway'))]).toEqual([false, true]);
  }, 60_000);

  it('asks the gateway at GATEWAY_URL whether it is ready', async () => {
    const { output } = await sluice(['doctor'], { GATEWAY_URL: 'http://127.0.0.1:9' });
    expect(output).toContain('services: The gateway does not answer at http://127.0.0.1:9/readyz.');
    expect(output).not.toContain('not checked: the gateway');
  }, 60_000);
});

describe('sluice while a store does not answer', () => {
  it.concurrent('exits with 1 and one sentence', async () => {
    const away = { MONGODB_URL: 'mongodb://127.0.0.1:9/?serverSelectionTimeoutMS=300' };
    expect(await sluice(['keys', 'list', '--tenant', 'demo'], away)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^MongoDB does not answer: start it/) as string,
    });
  });

  it.concurrent('doctor reports which store does not answer, and never a credential', async () => {
    const { output } = await sluice(['doctor', '--json'], {
      MONGODB_URL: 'mongodb://user:hunter2@127.0.0.1:9/?serverSelectionTimeoutMS=500',
      REDIS_URL: 'redis://:hunter2@127.0.0.1:9',
    });
    const { findings, unseen } = JSON.parse(output) as {
      findings: { area: string; problem: string; remedy: string }[];
      unseen: readonly string[];
    };
    expect(findings.map(({ area }) => area)).toEqual(['mongodb', 'redis']);
    expect(unseen).toContain('the queues, because Redis does not answer.');
    expect(unseen).toContain('outbox, endpoints, configuration and leads, because MongoDB does not answer.');
    for (const { problem, remedy } of findings) {
      expect(problem).toMatch(/^(MongoDB|Redis) does not answer at /);
      expect(remedy).toMatch(/^Start it, or correct /);
    }
    expect(output).not.toContain('hunter2');
  });
});
