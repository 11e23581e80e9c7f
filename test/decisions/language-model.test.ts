/** Qualification with a language model, from the interface to the buyer, over every service. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../harness/installation.js';
import {
  completion,
  startLanguageModel,
  verdictOn,
  type LanguageModel,
  type ModelReply,
} from '../harness/language-model.js';
import { startTenant, type TestTenant } from '../harness/tenant.js';

const criteria = ['Used the product', 'Was injured'];
const ai = (more: object = {}) => ({ settings: { aiQualificationEnabled: true, ...more } });
const campaign = (campaignId: string, more: object = {}) => ({
  campaignId,
  name: campaignId,
  clientId: 'cli_m',
  offerId: 'off_m',
  ...more,
});
let model: LanguageModel;
let tenant: TestTenant;
/** What the model answers to the nth question about a lead with this marker. */
const replies = new Map<string, readonly ModelReply[]>();

beforeAll(async () => {
  model = await startLanguageModel((question) => {
    const [marker, scripted] = [...replies].find(([name]) => question.user.includes(name)) ?? ['', []];
    const reply = scripted[model.about(marker).length - 1] ?? scripted.at(-1);
    return reply ?? verdictOn(question.criteria, true);
  });
  tenant = await startTenant(
    {
      providers: { llm: { baseUrl: model.baseUrl, apiKey: '${META_TOKEN}', model: 'm-1' } },
      clients: [
        {
          clientId: 'cli_m',
          name: 'M',
          abbrev: 'M',
          settings: { defaultPostingUrl: '${SINK_URL}/buyers/m', postingMethod: 'http' },
        },
      ],
      offers: [
        {
          offerId: 'off_m',
          name: 'Talc',
          abbrev: 'TA',
          category: 'mass_tort',
          eligibilityCriteria: criteria,
        },
        { offerId: 'off_none', name: 'None', abbrev: 'NO', category: 'other' },
      ],
      campaigns: [
        campaign('PASS', ai()),
        campaign('HOLD', ai({ aiOnError: 'hold' })),
        campaign('OTHER', ai({ integrationOverrides: { llm: 'other' } })),
        campaign('NONE', { ...ai(), offerId: 'off_none' }),
        campaign('OFF'),
        campaign('DUPES', ai({ dedupeEnabled: true })),
      ],
    },
    { services: ['gateway', 'qualification', 'routing', 'delivery', 'webhook'] },
  );
}, 120_000);
afterAll(async () => {
  model.stop();
  await tenant?.stop();
});

/** Submits a lead that the model answers about with these replies, and returns its marker too. */
let count = 0;
async function submit(campaignId: string, answers: readonly ModelReply[] = [], fields: object = {}) {
  const marker = `marker-${(count += 1)}-x`;
  replies.set(marker, answers);
  const receipt = await tenant.submit(campaignId, { questionnaire: { story: marker }, ...fields });
  return { marker, receipt };
}
const failing: ModelReply = { status: 500 };
const traceOf = async (receipt: Parameters<TestTenant['decisions']>[0]) =>
  (await tenant.decisions(receipt))
    .filter(({ stage }) => stage === 'qualification')
    .at(-1)!
    .decision.trace.find(({ looked }) => looked === 'ai_qualification');

describe('a lead of a campaign with aiQualificationEnabled', () => {
  it('is asked about once, with its answers and without the person, and sold if all criteria are met', async () => {
    const { marker, receipt } = await submit('PASS', [], {
      firstName: 'Zenobia',
      email: 'zenobia@mail.example',
    });
    expect(await tenant.fate(receipt)).toBe('delivered');
    const [question, ...others] = model.about(marker);
    expect(others).toEqual([]);
    expect(question).toMatchObject({
      path: '/v1/chat/completions',
      authorization: 'Bearer test-token',
      criteria,
    });
    expect(question?.user).not.toMatch(/zenobia/i);
    expect(question?.system).not.toContain(marker);
    expect(
      (await tenant.decisions(receipt)).map(({ stage, decision: { kind } }) => `${stage} ${kind}`),
    ).toEqual(['qualification asking', 'qualification qualified', 'routing routed', 'delivery delivered']);
  });

  it("is disqualified if one is not, with the model's words in its trace, and its buyer is not called", async () => {
    const { receipt } = await submit('PASS', [verdictOn(criteria, false)]);
    expect(await tenant.atRest(receipt)).toMatchObject({ status: 'disqualified', reason: 'ai_not_eligible' });
    expect(await traceOf(receipt)).toMatchObject({
      verdict: 'failed',
      values: { said: 'Something is missing.' },
      of: criteria.map((at) => ({ at, verdict: 'failed' })),
    });
    expect(tenant.received('/buyers/m').some(({ body }) => body.includes(receipt.leadId))).toBe(false);
  });

  it.each<[string, ModelReply]>([
    ['a failing server', failing],
    ['a cut answer', { status: 200, body: completion('{"qualified":', 'length') }],
    ['half a verdict', { verdict: { qualified: false, reason: 'x', criteria: [] } }],
    [
      'a contradiction',
      { verdict: { ...(verdictOn(criteria, true) as { verdict: object }).verdict, qualified: false } },
    ],
  ])('is asked about once more after %s, and the second answer counts', async (_what, bad) => {
    const { marker, receipt } = await submit('PASS', [bad, verdictOn(criteria, false)]);
    expect(await tenant.fate(receipt)).toBe('disqualified');
    expect(model.about(marker)).toHaveLength(2);
  });

  it('goes on after two failures, and says so', async () => {
    const { marker, receipt } = await submit('PASS', [failing]);
    expect(await tenant.fate(receipt)).toBe('delivered');
    expect(model.about(marker)).toHaveLength(2);
    expect(await traceOf(receipt)).toMatchObject({
      verdict: 'skipped',
      because: 'ai_unavailable',
      values: { failure: 'http_500' },
    });
  });

  it('waits for a person after two failures with aiOnError hold, whose deliver asks nobody again', async () => {
    const { marker, receipt } = await submit('HOLD', [failing]);
    expect(await tenant.atRest(receipt)).toMatchObject({
      status: 'pending_action',
      reason: 'ai_unavailable',
    });
    const delivered = await tenant.call('POST', `/leads/${receipt.leadId}/deliver`, { campaignId: 'HOLD' });
    const again = { leadId: receipt.leadId, submissionId: String(delivered.data['newSubmissionId']) };
    expect(await tenant.fate(again)).toBe('delivered');
    expect(model.about(marker)).toHaveLength(2);
    expect(await traceOf(again)).toMatchObject({ verdict: 'skipped', because: 'by_person' });
  });

  it('that a person submits again is asked about again: it is another submission', async () => {
    const { marker, receipt } = await submit('PASS', [verdictOn(criteria, false), verdictOn(criteria, true)]);
    expect(await tenant.fate(receipt)).toBe('disqualified');
    const { data } = await tenant.call('POST', '/leads/submit', {
      campaignId: 'PASS',
      leadId: receipt.leadId,
    });
    expect(await tenant.fate({ leadId: receipt.leadId, submissionId: String(data['submissionId']) })).toBe(
      'delivered',
    );
    expect(model.about(marker)).toHaveLength(2);
  });

  it.each([
    ['OTHER', 'other_llm_provider'],
    ['NONE', 'no_criteria'],
  ])('is not asked about and goes on: %s %s', async (campaignId, because) => {
    const { marker, receipt } = await submit(campaignId);
    expect(await tenant.fate(receipt)).toBe('delivered');
    expect(model.about(marker)).toEqual([]);
    expect(await traceOf(receipt)).toMatchObject({ verdict: 'skipped', because });
  });

  it('makes a lead of the same person wait for its verdict, and no duplicate if it is refused', async () => {
    const person = { email: 'same@mail.example', phone: '+14155550177' };
    const first = await submit('DUPES', [verdictOn(criteria, false)], person);
    const second = await submit('DUPES', [verdictOn(criteria, true)], person);
    expect(await tenant.fate(first.receipt)).toBe('disqualified');
    expect(await tenant.fate(second.receipt)).toBe('delivered');
  });
});

it('a lead of any other campaign is decided once, and nothing is written for a model', async () => {
  const { marker, receipt } = await submit('OFF');
  expect(await tenant.fate(receipt)).toBe('delivered');
  expect(model.about(marker)).toEqual([]);
  expect((await tenant.decisions(receipt)).map(({ decision: { kind } }) => kind)).toEqual([
    'qualified',
    'routed',
    'delivered',
  ]);
  const effects = await tenant.stores.effects.ofSubmission(receipt.submissionId);
  expect(effects.filter(({ kind }) => kind === 'check')).toEqual([]);
});

it('an erasure removes the words of the model, and ends a lead that waits for them', async () => {
  const { receipt } = await submit('PASS', [verdictOn(criteria, false)]);
  await tenant.atRest(receipt);
  const waiting = await submit('PASS', ['hangs']);
  await eventually('the model is asked', () => model.about(waiting.marker).length > 0);
  for (const { leadId } of [receipt, waiting.receipt])
    await tenant.installation.sluice(['erase', '--tenant', 'acme', leadId]);
  const stored = async ({ submissionId }: typeof receipt) =>
    JSON.stringify([
      await tenant.decisions({ leadId: '', submissionId }),
      await tenant.stores.effects.ofSubmission(submissionId),
      await tenant.stores.attempts.ofGeneration({ submissionId: `${submissionId}.check.llm`, generation: 0 }),
    ]);
  expect(await stored(receipt)).not.toMatch(/Something is missing|The answers say so/);
  expect((await tenant.decisions(waiting.receipt)).at(-1)?.decision.kind).toBe('superseded');
}, 60_000);

it('a simulation says what would be asked, and asks nobody', async () => {
  const before = model.asked.length;
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
  expect(model.asked.length).toBe(before);
});
