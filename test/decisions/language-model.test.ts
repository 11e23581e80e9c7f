/** Qualification with a language model, from the interface to the buyer, over every service. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chatRefusals, type Behaviour } from '@sluice/sink';
import { eventually } from '@sluice/testing';
import { modelTenant } from '../installation/model-tenant.js';
import { startTenant, type TestTenant } from '../installation/tenant.js';

const path = '/llm/v1/chat/completions';
const criteria = ['Used the product', 'Was injured'];
const ai = (more: object = {}) => ({ settings: { aiQualificationEnabled: true, ...more } });
const campaign = (campaignId: string, more: object = {}) => ({
  campaignId,
  name: campaignId,
  clientId: 'cli_m',
  offerId: 'off_m',
  ...more,
});
let tenant: TestTenant;

beforeAll(async () => {
  tenant = await startTenant(
    {
      ...modelTenant(criteria),
      campaigns: [
        campaign('PASS', ai()),
        campaign('HOLD', ai({ aiOnError: 'hold' })),
        campaign('OFF'),
        campaign('DUPES', ai({ dedupeEnabled: true })),
      ],
    },
    { services: ['gateway', 'qualification', 'routing', 'delivery', 'webhook'] },
  );
}, 120_000);
afterAll(() => tenant?.stop());

type Script = Omit<Behaviour, 'path' | 'contains'>;
let count = 0;
/**
 * Submits a lead whose answer has a marker of its own; the model finds unmet what the answer says, unless it is scripted
 * to answer otherwise.
 */
async function submit(
  campaignId: string,
  {
    unmet = '',
    script,
    person = {},
  }: { readonly unmet?: string; readonly script?: Script; readonly person?: object } = {},
) {
  const marker = `marker-${(count += 1)}-x`;
  if (script) tenant.installation.sink.script({ path, contains: marker, ...script });
  const questionnaire = { story: `${marker} ${unmet}` };
  return { marker, receipt: await tenant.submit(campaignId, { questionnaire, ...person }) };
}
/** The questions about the lead with this marker. */
const about = (marker: string) => tenant.received(path).filter(({ body }) => body.includes(marker));
const messagesOf = ({ body }: { readonly body: string }) =>
  (JSON.parse(body) as { messages: readonly { role: string; content: string }[] }).messages;
const traceOf = async (receipt: Parameters<TestTenant['decisions']>[0]) =>
  (await tenant.decisions(receipt))
    .filter(({ stage }) => stage === 'qualification')
    .at(-1)!
    .decision.trace.find(({ looked }) => looked === 'ai_qualification');

describe('a lead of a campaign with aiQualificationEnabled', () => {
  it.concurrent('is asked about once, with its answers and without the person, and sold if all criteria are met', async () => {
    const person = { firstName: 'Zenobia', email: 'zenobia@mail.example' };
    const { marker, receipt } = await submit('PASS', { person });
    expect(await tenant.fate(receipt)).toBe('delivered');
    const [question, ...others] = about(marker);
    expect(others).toEqual([]);
    expect(question?.headers).toMatchObject({ authorization: 'Bearer test-token' });
    const [system, user] = messagesOf(question!);
    expect(user).toMatchObject({ role: 'user' });
    expect(user?.content).not.toMatch(/zenobia/i);
    expect(system?.content).toContain(criteria[1]);
    expect(system?.content).not.toContain(marker);
    expect(
      (await tenant.decisions(receipt)).map(({ stage, decision: { kind } }) => `${stage} ${kind}`),
    ).toEqual(['qualification asking', 'qualification qualified', 'routing routed', 'delivery delivered']);
  });

  it.concurrent("is disqualified if one is not, with the model's words in its trace, and its buyer is not called", async () => {
    const { receipt } = await submit('PASS', { unmet: 'unmet:all' });
    expect(await tenant.atRest(receipt)).toMatchObject({ status: 'disqualified', reason: 'ai_not_eligible' });
    expect(await traceOf(receipt)).toMatchObject({
      verdict: 'failed',
      values: { said: expect.stringMatching(/./) as unknown },
      of: criteria.map((at) => ({ at, verdict: 'failed' })),
    });
    expect(tenant.received('/buyers/m').some(({ body }) => body.includes(receipt.leadId))).toBe(false);
  });

  it.concurrent.each<[string, Script]>([
    ['a failing server', chatRefusals.unavailable],
    ['half a verdict', { variant: 'missing_criterion' }],
  ])('is asked about once more after %s, and the second answer counts', async (_what, bad) => {
    const { marker, receipt } = await submit('PASS', { unmet: 'unmet:2', script: { ...bad, times: 1 } });
    expect(await tenant.fate(receipt)).toBe('disqualified');
    expect(about(marker)).toHaveLength(2);
    expect((await traceOf(receipt))?.of?.map(({ verdict }) => verdict)).toEqual(['passed', 'failed']);
  });

  it.concurrent('waits for a person after two failures with aiOnError hold, whose deliver asks nobody again', async () => {
    const { marker, receipt } = await submit('HOLD', { script: { status: 500, times: 2 } });
    expect(await tenant.atRest(receipt)).toMatchObject({
      status: 'pending_action',
      reason: 'ai_unavailable',
    });
    const delivered = await tenant.call('POST', `/leads/${receipt.leadId}/deliver`, { campaignId: 'HOLD' });
    const again = { leadId: receipt.leadId, submissionId: String(delivered.data['newSubmissionId']) };
    expect(await tenant.fate(again)).toBe('delivered');
    expect(about(marker)).toHaveLength(2);
    expect(await traceOf(again)).toMatchObject({ verdict: 'skipped', because: 'by_person' });
  });

  it.concurrent('that a person submits again is asked about again: it is another submission', async () => {
    const { marker, receipt } = await submit('PASS', { script: { variant: 'unmet', times: 1 } });
    expect(await tenant.fate(receipt)).toBe('disqualified');
    const { data } = await tenant.call('POST', '/leads/submit', {
      campaignId: 'PASS',
      leadId: receipt.leadId,
    });
    expect(await tenant.fate({ leadId: receipt.leadId, submissionId: String(data['submissionId']) })).toBe(
      'delivered',
    );
    expect(about(marker)).toHaveLength(2);
  });

  it.concurrent('makes a lead of the same person wait for its verdict, and no duplicate if it is refused', async () => {
    const person = { email: 'same@mail.example', phone: '+14155550177' };
    const first = await submit('DUPES', { unmet: 'unmet:all', person });
    const second = await submit('DUPES', { person });
    expect(await tenant.fate(first.receipt)).toBe('disqualified');
    expect(await tenant.fate(second.receipt)).toBe('delivered');
  });
});

it('a lead of any other campaign is decided once, and nothing is written for a model', async () => {
  const { marker, receipt } = await submit('OFF');
  expect(await tenant.fate(receipt)).toBe('delivered');
  expect(about(marker)).toEqual([]);
  expect((await tenant.decisions(receipt)).map(({ decision: { kind } }) => kind)).toEqual([
    'qualified',
    'routed',
    'delivered',
  ]);
  const effects = await tenant.stores.effects.ofSubmission(receipt.submissionId);
  expect(effects.filter(({ kind }) => kind === 'check')).toEqual([]);
});

it('an erasure removes the words of the model, and ends a lead that waits for them', async () => {
  const { receipt } = await submit('PASS', { unmet: 'unmet:all' });
  await tenant.atRest(receipt);
  const said = String((await traceOf(receipt))?.values?.['said']);
  expect(said.length).toBeGreaterThan(5);
  const waiting = await submit('PASS', { script: { mode: 'hang' } });
  await eventually('the model is asked', () => about(waiting.marker).length > 0);
  for (const { leadId } of [receipt, waiting.receipt])
    await tenant.installation.sluice(['erase', '--tenant', 'acme', leadId]);
  const stored = async ({ submissionId }: typeof receipt) =>
    JSON.stringify([
      await tenant.decisions({ leadId: '', submissionId }),
      await tenant.stores.effects.ofSubmission(submissionId),
      await tenant.stores.attempts.ofGeneration({ submissionId: `${submissionId}.check.llm`, generation: 0 }),
    ]);
  expect(await stored(receipt)).not.toContain(said);
  expect((await tenant.decisions(waiting.receipt)).at(-1)?.decision.kind).toBe('superseded');
}, 60_000);

it('a simulation says what would be asked, and asks nobody', async () => {
  const before = tenant.received(path).length;
  const folder = mkdtempSync(join(tmpdir(), 'sluice-simulated-'));
  const file = join(folder, 'lead.json');
  writeFileSync(
    file,
    JSON.stringify({ firstName: 'A', lastName: 'B', email: 'a@b.example', phone: '+14155550132' }),
  );
  const args = ['simulate', file, '--tenant', 'acme', '--campaign', 'PASS', '--json'];
  const { output } = await tenant.installation.sluice(args);
  rmSync(folder, { recursive: true });
  const { decisions } = JSON.parse(output) as {
    decisions: readonly { stage: string; decision: { kind: string; criteria?: readonly string[] } }[];
  };
  expect(decisions.map(({ stage, decision: { kind } }) => `${stage} ${kind}`)).toEqual([
    'qualification asking',
    'qualification qualified',
    'routing routed',
  ]);
  expect(decisions[0]?.decision.criteria).toEqual(criteria);
  expect(tenant.received(path).length).toBe(before);
});
