import { deliveryEndpointSchema, type SupplierInput } from '@sluice/contracts';
import { explainEndpoint } from './explain-endpoint.js';
import { explainSupplier } from './explain-terms.js';
import { campaignOf, inState } from '../../test/builders.js';
import { factsOf } from '../../test/facts.js';
import { daily, decide, fullDaily, mondays, routingTableOf } from '../../test/routing-table.js';
import { qualify } from '../qualification/qualify.js';
import {
  explainCampaign,
  explainDecision,
  explainFeed,
  explainPrice,
  explainReturns,
  explainTrace,
  type Sentence,
  type Wording,
} from './index.js';

const wording: Wording = { zone: 'America/New_York', reveal: false };

/** Every sentence, indented below the one it gives a reason for. */
function textsOf(sentences: readonly Sentence[], indent = ''): readonly string[] {
  return sentences.flatMap(({ text, of = [] }) => [`${indent}${text}`, ...textsOf(of, `${indent}  `)]);
}

const rule = (state: string, campaignId: string) => ({
  ...inState(state),
  routeName: `${state} leads`,
  routeTo: { campaignId },
});

describe('a decision in plain words', () => {
  it('names the rules and values that decided, and why the others did not', async () => {
    const table = routingTableOf(
      { OWN: { routingRules: [rule('TX', 'TEX'), rule('CA', 'CAL')] }, CAL: daily('next') },
      { placed: fullDaily('CAL') },
    );
    expect(textsOf([explainDecision('routing', await decide(table), wording)])).toEqual([
      'Routed to campaign OWN, client cli_acme.',
      '  Routing rule “TX leads” did not match.',
      '    state is “TX”: no, it is “CA”',
      '  Routing rule “CA leads” matched.',
      '    state is “CA”: yes, it is “CA”',
      '  Campaign CAL, named by the routing rule, was passed over: the daily limit is full.',
      '    Daily limit of 1 is full: the next campaign is tried; it resets Sat 1 Aug 2026, 20:00 EDT.',
      '  Campaign OWN, the campaign it was sent to, takes the lead.',
    ]);
  });

  it.each([
    [{ method: 'priority' }, 'in the order of its members'],
    [{ method: 'highest_price', price: 45, currency: 'USD' }, 'by the highest price, $45.00 here'],
    [{ method: 'highest_price', price: 0 }, 'by the highest price, none here'],
    [{ method: 'weighted', ratio: 1.5 }, 'by weight; it has taken 1.5 times its own weight'],
    [{ method: 'round_robin', ratio: 3 }, 'in turn; it has taken 3'],
  ])('says why a member of a group was tried: %j', (rank, words) => {
    const values = { via: 'group', group: 'buyers', ...rank };
    const entry = { looked: 'candidate', at: 'BORRU', verdict: 'chosen', values } as const;
    expect(textsOf(explainTrace([entry], wording))).toEqual([
      `Campaign BORRU, of the group “buyers” (${words}), takes the lead.`,
    ]);
  });

  it('states until when a lead is held, in the time zone of the reader', async () => {
    const [first] = textsOf([
      explainDecision('routing', await decide(routingTableOf({ OWN: mondays() })), wording),
    ]);
    expect(first).toMatch(
      /^Held for campaign OWN until (Sun|Mon) \d+ Aug 2026, .*E.T: it is outside its hours\.$/,
    );
  });

  it('says what disqualified a lead, and on which value', () => {
    const campaign = campaignOf({
      disqualificationConditionals: [
        {
          name: 'Not hurt',
          subRules: [{ conditions: [{ field: 'injury', operator: 'in', value: ['no', 'none'] }] }],
        },
      ],
    });
    const facts = factsOf({ injury: 'no' });
    const dedupe = { kind: 'skipped', because: 'dedupe_off' } as const;
    const decision = qualify({ facts, campaign, fieldLibrary: [], dedupe, first: true });
    expect(textsOf([explainDecision('qualification', decision, wording)])).toEqual([
      'Disqualified: a disqualification group matched.',
      '  No duplicate check: the campaign does not check for duplicates.',
      '  Disqualification “Not hurt” matched.',
      '    injury is “no” or “none”: yes, it is “no”',
    ]);
  });

  it("hides a buyer's own words, which may quote the lead, until they are asked for", () => {
    const decision = { kind: 'rejected', reason: 'Ada Byron is on our list', trace: [] } as const;
    expect(explainDecision('delivery', decision, wording).text).not.toContain('Ada');
    expect(explainDecision('delivery', decision, { ...wording, reveal: true }).text).toContain('Ada Byron');
  });

  it('says that a first-submission webhook agreed only if it was called and agreed', () => {
    const looked = 'first_submission_webhook';
    const textOf = (verdict: 'passed' | 'skipped') =>
      explainDecision('action', { kind: 'qualified', trace: [{ looked, verdict }] }, wording).text;
    expect(textOf('passed')).toBe('Cleared: its first-submission webhook agreed.');
    expect(textOf('skipped')).toBe('Continues without an answer from its first-submission webhook.');
  });

  it.each([
    ['erasure', 'Ended because the personal data was erased.'],
    ['sub_2', 'Superseded by a newer submission (sub_2).'],
  ])('names %s as what ended a submission that had not ended by itself', (by, text) => {
    const trace = [{ looked: 'successor', at: by, verdict: 'passed_over' }] as const;
    const decision = { kind: 'superseded', by, trace } as const;
    expect(textsOf([explainDecision('routing', decision, wording)])).toEqual([text, `  ${text}`]);
  });

  it('says what could not be read of an answer, and hides what stood in place of a price', () => {
    const rule = { looked: 'response_rule', values: { status: 200 } } as const;
    const price = { looked: 'price', at: '$.price', verdict: 'failed', because: 'price_unreadable' } as const;
    const priced = (values: Record<string, unknown>) => [
      { ...rule, at: '2', verdict: 'matched' as const, because: 'accepted', of: [{ ...price, values }] },
    ];
    const incomplete = { ...rule, at: '1', verdict: 'unmatched', because: 'answer_incomplete' } as const;
    const trace = [
      { looked: 'answer_body', verdict: 'failed', because: 'reset', values: { status: 200 } } as const,
      incomplete,
      { ...incomplete, because: 'not_json' },
      ...priced({ found: 'call Ada' }),
      ...priced({ unreadable: 'not_json' }),
      ...priced({}),
      { looked: 'unreadable_answer', verdict: 'held', because: 'not_json' } as const,
      { looked: 'unreadable_answer', verdict: 'failed', because: 'not_xml' } as const,
    ];
    expect(textsOf(explainTrace(trace, wording))).toEqual([
      'The status 200 stands, although its body could not be read to the end: the connection was reset.',
      'Response rule 1 did not match: the answer broke off.',
      'Response rule 1 did not match: the answer is not JSON.',
      'Response rule 2: 200 means accepted.',
      '  No price: what the answer has (hidden) is no readable amount.',
      'Response rule 2: 200 means accepted.',
      '  No price: the answer is not JSON.',
      'Response rule 2: 200 means accepted.',
      '  No price: the answer has none.',
      'An operator has to ask the buyer: the answer is not JSON.',
      'The endpoint takes such an answer for a refusal: the answer is not XML.',
    ]);
    expect(textsOf(explainTrace(priced({ found: 'free' }), { ...wording, reveal: true }))[1]).toBe(
      '  No price: “free” is no readable amount.',
    );
  });

  it('makes nothing up about a lead whose values were erased', () => {
    const of = [
      { looked: 'condition', at: 'dateOfBirth', verdict: 'unmatched' },
      { looked: 'limit', at: 'daily', verdict: 'passed' },
      { looked: 'schedule', verdict: 'failed' },
      { looked: 'response_rule', at: '1', verdict: 'matched', because: 'erased' },
      { looked: 'price', verdict: 'failed' },
      { looked: 'price_rule', at: 'CA', verdict: 'matched' },
      { looked: 'expected_price', verdict: 'matched' },
      { looked: 'dedupe', at: 'phone', verdict: 'failed' },
      { looked: 'field_rules', verdict: 'passed' },
      { looked: 'starts', verdict: 'failed', because: 'its worker crashed' },
      { looked: 'ai_qualification', verdict: 'passed_over', because: 'ai_unavailable' },
      { looked: 'quiet_hours', verdict: 'held' },
    ] as const;
    const trace = [{ looked: 'candidate', at: 'VINE', verdict: 'chosen', of }] as const;
    expect(textsOf(explainTrace(trace, wording))).toEqual([
      'Candidate VINE: chosen.',
      '  Condition dateOfBirth: unmatched.',
      '  Limit daily: passed.',
      '  Schedule: failed.',
      '  Response rule 1: matched, the text was erased with the personal data.',
      '  Price: failed.',
      '  Price rule “CA” matched.',
      '  Expected price: matched.',
      '  Another lead has the same phone.',
      '  All fields are valid.',
      '  It was started too often: its worker crashed.',
      '  The language model did not answer, so the lead goes on.',
      '  Quiet hours: held.',
    ]);
  });

  it('says how often a submission was started that crashed its workers', () => {
    const crashed = { looked: 'starts', verdict: 'failed', because: 'its worker crashed' } as const;
    expect(textsOf(explainTrace([{ ...crashed, values: { deaths: 6 } }], wording))).toEqual([
      'It was started too often: its worker crashed, 6 times.',
    ]);
  });

  it('shows an unknown trace entry unchanged', () => {
    expect(
      textsOf(
        explainTrace(
          [{ looked: 'moon_phase', at: 'full', verdict: 'passed_over', because: 'too_bright' }],
          wording,
        ),
      ),
    ).toEqual(['Moon phase full: passed over, too bright.']);
  });
});

it('a campaign in plain words says what it refuses, where it sends, its caps and its hours', () => {
  const words = explainCampaign(
    campaignOf({
      disqualificationConditionals: [
        {
          name: 'Minors',
          subRules: [{ conditions: [{ field: 'date_of_birth', operator: 'age_at_most', value: [17] }] }],
        },
      ],
      routingRules: [rule('TX', 'TEX')],
      fallbackCampaigns: ['BACK1', 'BACK2'],
      deliveryEndpointId: 'ep_acme',
      deliveryLimits: [{ cap: 50, type: 'daily', action: 'reject' }],
      deliverySchedule: {
        action: 'queue',
        specificDays: [{ day: 'Monday', startTime: '09:00', endTime: '17:00' }],
      },
      settings: { dedupeEnabled: true },
    }),
  );
  expect({
    ...words,
    refuses: textsOf(words.refuses),
    sends: textsOf(words.sends),
    caps: textsOf(words.caps),
    hours: textsOf(words.hours),
  }).toEqual({
    refuses: [
      'It refuses leads (“Minors”) when date_of_birth is an age of at most 17.',
      'It refuses duplicates: another lead with the same phone or email within 30 days.',
    ],
    sends: [
      'Rule “TX leads” sends leads to TEX when state is “TX”.',
      'Its own leads go to the endpoint ep_acme.',
      'If it cannot take a lead, BACK1 and BACK2 are tried in this order.',
    ],
    caps: ['At most 50 per day; then leads are refused.'],
    hours: ['Monday 09:00–17:00', 'Outside these hours leads wait.'],
  });
});

describe('the terms of a campaign in plain words', () => {
  const inCalifornia = { ...inState('CA'), name: 'West' };

  it('say what a lead earns', () => {
    expect(textsOf(explainPrice(undefined))).toEqual([
      "It has no price: a lead earns what its buyer's answer says, if that says any.",
    ]);
    const price = { currency: 'USD', rules: [{ when: inCalifornia, amount: 55 }] };
    const priced = (said: object) => textsOf(explainPrice(campaignOf({ price: said }).price));
    expect(priced({ ...price, amount: 40.5, fromAnswer: 'ignore' })).toEqual([
      '$55.00 (“West”) when state is “CA”.',
      '$40.50 for every other lead.',
      "A price in the buyer's answer does not count.",
    ]);
    expect(priced(price).slice(1)).toEqual([
      'Other leads have no expected price.',
      "A price in the buyer's answer counts instead.",
    ]);
    expect(priced({ currency: 'EUR', amount: 10 })[0]).toBe('€10.00 for each lead.');
  });

  it('say whether and how leads are given back', () => {
    expect(textsOf(explainReturns(undefined))).toEqual(['Its client may not give leads back.']);
    const terms = { windowDays: 7, reasons: ['wrong_number', 'outside_area'], maximumPercent: 15 };
    expect(textsOf(explainReturns({ ...terms, autoApprove: false }))).toEqual([
      'Its client may give leads back until 7 days after the day of their sale, for these reasons: wrong_number, outside_area.',
      'At most 15 % of those placed in a calendar month.',
      'A person decides each return.',
    ]);
    expect(textsOf(explainReturns({ windowDays: 0, autoApprove: true }))).toEqual([
      'Its client may give leads back on the day of their sale.',
      'A return is approved as it is requested.',
    ]);
  });
});

describe('what feeds a campaign', () => {
  const to = { campaignId: 'TEX', clientName: 'Acme', offerName: 'Roundup' };
  const feed = (said: Parameters<typeof campaignOf>[0]) => textsOf(explainFeed(campaignOf(said), to));

  it('are the rules that name it, by its code or by client and offer', () => {
    const byNames = { ...inState('NV'), routeTo: { clientName: ' ACME', offerName: 'roundup' } };
    const off = { ...rule('UT', 'TEX'), active: false };
    expect(feed({ routingRules: [rule('TX', 'TEX'), rule('CA', 'CAL'), byNames, off] })).toEqual([
      'Its rule “TX leads” sends leads when state is “TX”.',
      'Its rule sends leads when state is “NV”.',
    ]);
    expect(feed({ routingRules: [rule('TX', 'TEX')], settings: { autoRoutingEnabled: false } })).toEqual([]);
  });

  it('are groups, fallbacks, full limits and closed hours that name it', () => {
    const members = [{ campaignId: 'TEX' }, { campaignId: 'CAL' }];
    const group = { name: 'buyers', method: 'highest_price', members } as const;
    expect(
      feed({ distribution: { groups: [group, { ...group, name: 'x', members: [members[1]!] }] } }),
    ).toEqual(['Its group “buyers” offers leads, first to whoever pays most.']);
    expect(feed({ fallbackCampaigns: ['CAL', 'TEX'] })).toEqual([
      'A lead that it cannot take itself is offered.',
    ]);
    const limit = { type: 'daily', cap: 1, action: 'route', routeToCampaignId: 'TEX' } as const;
    expect(feed({ deliveryLimits: [limit, { ...limit, routeToCampaignId: 'CAL' }] })).toEqual([
      'Its leads are sent on when its daily limit is full.',
    ]);
    const deliverySchedule = { timezone: 'UTC', action: 'route', routeToCampaignId: 'TEX', specificDays: [] };
    expect(feed({ deliverySchedule })).toEqual(['Its leads are sent on outside its hours.']);
  });
});

it('an endpoint reads as where leads go, what of them, and what answers mean, without what may be a credential', () => {
  const endpoint = deliveryEndpointSchema.parse({
    deliveryEndpointId: 'end_1',
    url: 'https://buyer.example/in?api_key=s3cret',
    headers: { Authorization: 'Bearer s3cret' },
    format: 'form',
    fields: { mail: 'email' },
    responseRules: [
      { when: { status: '200', jsonPath: '$.ok', equals: true }, outcome: 'accepted', price: '$.price' },
      { when: { text: 'dup' }, outcome: 'duplicate' },
    ],
    onUnreadable: 'hold',
  });
  const said = explainEndpoint(endpoint);
  expect(said.flatMap(({ text, of = [] }) => [text, ...of.map((each) => each.text)])).toEqual([
    'It sends leads to buyer.example by POST, as a form.',
    '“mail” is our email.',
    'An answer with status 200 and whose $.ok is true means accepted; the price is “$.price”.',
    'An answer that contains “dup” means duplicate.',
    'The status of any other answer decides. One that they cannot read waits for a person.',
  ]);
  expect(explainEndpoint({ ...endpoint, responseRules: [] }).at(-1)?.text).toBe(
    'The status of an answer says whether the lead is taken.',
  );
  const fields = { key: '{{ secrets.acme }}', both: '{{ secrets.a }}-{{ secrets.b }}' };
  expect(explainEndpoint({ ...endpoint, fields })[0]?.of?.map(({ text }) => text)).toEqual([
    '“key” contains the secret acme.',
    '“both” contains the secrets a and b.',
  ]);
  expect(explainEndpoint({ ...endpoint, format: 'adf' })[0]).not.toHaveProperty('of');
  const rule = { when: { status: '5xx' }, outcome: 'error' } as const;
  const means = (more: object) => explainEndpoint({ ...endpoint, responseRules: [rule], ...more })[1]?.text;
  expect(means({})).toBe('An answer with status 5xx means an error, after which it is tried again.');
  expect(means({ retries: 0 })).toBe('An answer with status 5xx means an error.');
});

it('a supplier reads as what becomes of its leads, where it may send them, and what it is paid', () => {
  const words = (more: Partial<SupplierInput>) =>
    explainSupplier({ status: 'active', reverseOnReturn: true, ...more }).map(({ text }) => text);
  const paid = 'It is paid nothing.';
  expect(words({})).toEqual(['Its leads are taken.', 'It may send leads to all campaigns.', paid]);
  expect(words({ status: 'test', campaigns: [] })).toEqual([
    'Every lead of it is a test lead.',
    'It may send leads nowhere.',
    paid,
  ]);
  const cost = { mode: 'revenue_share', percent: 10 } as const;
  expect(words({ status: 'paused', campaigns: ['ACMRU', 'BOBRU'], cost })).toEqual([
    'It is paused: nothing may be submitted with its keys.',
    'It may send leads only to ACMRU and BOBRU.',
    'It is paid 10 % of the price of each sale.',
  ]);
});
