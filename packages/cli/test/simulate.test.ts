import { campaignCount } from '@sluice/domain';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claimId } from '@sluice/store';
import { accepted, aSubmission, duringTests, everythingIn, openSlot, putItem, slot } from '@sluice/testing';
import { operateInProcess } from '@sluice/admin';
import { openAccounts } from '@sluice/identity';
import { adminSimulateLead, strictestSettings } from '@sluice/contracts';
import { person } from '../src/admin/person.js';
import { madeUpLead } from '../src/simulate/made-up-lead.js';
import { withCore } from '../src/with-core.js';
import { simulationText } from '../src/simulate/simulation-text.js';
import { openDemoCommand } from './command.js';

const world = duringTests(openDemoCommand);

const lead = {
  firstName: 'Ada',
  lastName: 'Ortiz',
  email: 'Ada.Ortiz@example.com',
  phone: '(415) 555-0132',
  'questionnaire.injury': 'yes',
};

function written(content: unknown): string {
  const path = join(world.folder, 'lead.json');
  const isText = typeof content === 'string' || content instanceof Uint8Array;
  writeFileSync(path, isText ? content : JSON.stringify(content));
  return path;
}

async function simulate(
  content: Record<string, unknown>,
  campaignId = 'ACMRU',
  refuses: readonly string[] = [],
) {
  const made = await madeUpLead(written(content), campaignId);
  const body = { campaignId, lead: made, refuses: [...refuses] };
  return withCore(world.stores, undefined, (core, redis) =>
    operateInProcess(
      { ...core, redis, reads: strictestSettings, accounts: openAccounts(core.stores) },
      person(),
    ).call(adminSimulateLead, {
      params: { tenantId: 'demo' },
      body,
    }),
  );
}

/** Everything stored except the figures, in which the test's own leads are counted a second later. */
async function everything() {
  const { figures, ...stored } = await everythingIn(world.mongodbUrl);
  void figures;
  return stored;
}

describe('sluice simulate', () => {
  it('prints every decision up to the request that the buyer would receive, and changes nothing', async () => {
    const before = await everything();
    const simulation = await simulate(lead);
    expect(simulation.decisions.map(({ stage, decision }) => [stage, decision.kind])).toEqual([
      ['qualification', 'qualified'],
      ['routing', 'routed'],
    ]);
    expect(simulation.decisions[0]?.effects).toContain('pixel lead_qualified');
    expect(simulation.delivery).toMatchObject({
      kind: 'request',
      method: 'POST',
      url: 'http://127.0.0.1:4800/buyers/acme',
    });
    const { body } = simulation.delivery as { body: string };
    expect(JSON.parse(body)).toMatchObject({
      email: 'ada.ortiz@example.com',
      phone: '+14155550132',
      campaignId: 'ACMRU',
    });

    const text = simulationText(simulation);
    expect(text).toMatch(/qualification: qualified\n {4}dedupe: passed\n/);
    expect(text).toMatch(/routing: routed ACMRU\n/);
    expect(text).toContain('delivery: POST http://127.0.0.1:4800/buyers/acme');
    expect(await everything()).toEqual(before);
  });

  it('ends with the stage that would end the lead', async () => {
    const simulation = await simulate({ ...lead, questionnaire: { injury: 'No' } });
    expect(simulation.decisions).toMatchObject([
      { stage: 'qualification', decision: { kind: 'disqualified', reason: 'disqualifying_condition' } },
    ]);
    expect(simulation.delivery).toBeUndefined();
  });

  it('shows where a lead goes if buyers refuse it', async () => {
    const { campaigns } = world.stores.forTenant('demo');
    const acmru = (await campaigns.find('ACMRU'))!;
    await putItem(campaigns, 'ACMRU', { ...acmru, fallbackCampaigns: ['BORRU'] });
    const kinds = async (...refuses: string[]) =>
      (await simulate(lead, 'ACMRU', refuses)).decisions.map(({ decision }) =>
        [decision.kind, decision['campaignId'], decision.reason].filter(Boolean).join(' '),
      );
    expect(await kinds('ACMRU')).toEqual([
      'qualified',
      'routed ACMRU',
      'passed_on buyer_rejected',
      'routed BORRU',
    ]);
    expect((await kinds('ACMRU', 'BORRU')).at(-1)).toBe('rejected buyer_rejected');
    await putItem(campaigns, 'ACMRU', acmru);
  });

  it('takes existing dedupe claims and used slots into account', async () => {
    const { duplicateClaims, journal, campaigns, clients } = world.stores.forTenant('demo');
    const now = world.stores.clock.now();
    const later = new Date(now.getTime() + 3600_000);
    const holder = { leadId: 'lead_1', submissionId: 'sub_1' };
    await world.stores.accept(accepted(aSubmission({ tenantId: 'demo', campaignId: 'ACMRU', ...holder })));
    await duplicateClaims.take(claimId('ACMRU', 'phone', '+14155550132'), holder, now, later);
    expect((await simulate(lead)).decisions[0]?.decision.trace[0]).toMatchObject({ verdict: 'skipped' });
    await journal.record(holder, 'qualification', 0, { kind: 'qualified', trace: [] }, now);
    expect((await simulate(lead)).decisions[0]?.decision).toMatchObject({
      kind: 'duplicate',
      ofLeadId: 'lead_1',
    });

    expect((await simulate(lead, 'BORRU')).decisions[1]?.decision).toMatchObject({ kind: 'routed' });
    const borru = (await campaigns.find('BORRU'))!;
    const timezone = (await world.stores.tenants.find('demo'))?.settings.timezone;
    const count = campaignCount(borru, await clients.find(borru.clientId), timezone, now);
    for (let n = 0; n < 50; n += 1)
      await openSlot(world.stores.forTenant('demo'), slot(`sub_${n}.routing.0`), now, [count]);
    const before = await everything();
    expect((await simulate(lead, 'BORRU')).decisions[1]).toMatchObject({
      stage: 'routing',
      decision: { kind: 'held' },
    });
    expect(await everything()).toEqual(before);
  });

  it('reads a file with a byte order mark, in UTF-16, or in the encoding that a person names', async () => {
    const text = JSON.stringify({ ...lead, firstName: 'José' });
    const read = await madeUpLead(written(text), 'ACMRU');
    expect(read['firstName']).toBe('José');
    expect(await madeUpLead(written(`\uFEFF${text}`), 'ACMRU')).toEqual(read);
    expect(await madeUpLead(written(Buffer.from(`\uFEFF${text}`, 'utf16le')), 'ACMRU')).toEqual(read);
    const latin1 = written(Buffer.from(text, 'latin1'));
    expect(await madeUpLead(latin1, 'ACMRU', { encoding: 'windows-1252' })).toEqual(read);
  });

  it.each<[string, unknown, RegExp]>([
    ['no object', '[]', /does not contain a JSON object/],
    ['no JSON', '{', /does not contain a JSON object/],
    ['a mistyped field', { ...lead, emial: 'x' }, /would be refused:\n {2}emial: is not a field of a lead/],
    [
      'what the interface refuses',
      { ...lead, email: 'x', phone: '5' },
      /email: must be an email address\n {2}phone: /,
    ],
    [
      'a number that would be rounded',
      '{"customFields":{"fbLeadId":23851234567890123}}',
      /customFields\.fbLeadId: 23851234567890123 is a whole number beyond 2\^53.*send it as text/,
    ],
    ['JSON that is broken', '{\n"firstName" "Ada"}', /does not contain a JSON object \(line 2, column 13: /],
    [
      'bytes that are not UTF-8',
      Buffer.from('{\n"firstName":"Jos\xe9"}', 'latin1'),
      /lead\.json, line 2, column 17 \(after ".*Jos"\): is not UTF-8; .*--encoding windows-1252/,
    ],
    ['an id', { ...lead, leadId: 'lead_1' }, /leadId: a made-up lead must not have one/],
  ])('refuses a file with %s', async (_what, content, problem) => {
    await expect(madeUpLead(written(content), 'ACMRU')).rejects.toThrow(problem);
  });
});
