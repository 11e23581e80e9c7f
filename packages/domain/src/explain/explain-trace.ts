/** A trace in plain words: each entry as a sentence, with the entries it is based on below. */
import type { Trace, TraceEntry } from '@sluice/contracts';
import { CLIENT_EMAIL } from '../delivery/destination.js';
import type { TrackingFault } from '../lead/tracking-value.js';
import { answerWords, candidateSentence, limitSentence, scheduleSentence } from './candidate-words.js';
import { conditionSentence } from './condition-words.js';
import { consentSentence } from './consent-words.js';
import { lookupSentence } from './lookup-words.js';
import { criterionSentence, modelSentence } from './model-words.js';
import { own, reasonWords } from './reason-words.js';
import { capital, moneyWords, plain, sentence, valueWords, type Sentence, type Wording } from './sentence.js';

type Explain = (entry: TraceEntry, wording: Wording) => Sentence;

/** The trace as sentences, in order. Never throws: an unknown entry is shown unchanged. */
export function explainTrace(trace: Trace, wording: Wording): readonly Sentence[] {
  return trace.map((entry) => explainerOf(entry)(entry, wording));
}

// With the personal data of a lead, an erasure takes the values of its traces.
const restOnValues: ReadonlySet<string> = new Set([
  'answer',
  'answer_body',
  'candidate',
  'condition',
  'expected_price',
  'limit',
  'price',
  'quiet_hours',
  'release',
  'schedule',
]);

function explainerOf({ looked, verdict, values }: TraceEntry): Explain {
  if (values === undefined && restOnValues.has(looked)) return asItStands;
  if (values === undefined && looked === 'response_rule' && verdict === 'matched') return asItStands;
  return explainers[looked] ?? asItStands;
}

const explainers: Readonly<Record<string, Explain>> = {
  dedupe: ({ verdict, at, because = '', values }) => {
    if (verdict === 'passed') return sentence('No duplicate: no other lead has the same values.', 'quiet');
    if (verdict === 'skipped') return sentence(`No duplicate check: ${own(because)}.`, 'quiet');
    return sentence(
      `${values ? `Lead ${plain(values['leadId'])}` : 'Another lead'} has the same ${at === 'all' ? 'values in all compared fields' : at}.`,
      'bad',
    );
  },
  suppression: ({ at, verdict }) =>
    verdict === 'passed'
      ? sentence('The person is on no suppression list.', 'quiet')
      : sentence(`The person is on the suppression list ${at}.`, 'bad'),
  supplier: ({ at, verdict, values = {} }) =>
    verdict === 'passed'
      ? sentence(`Supplier ${at} may send more leads.`, 'quiet')
      : sentence(
          `Supplier ${at} had sent as many leads as are taken (${plain(values['full'] ?? '')}).`,
          'bad',
        ),
  disqualification: (entry, wording) => group(entry, wording, 'Disqualification', 'bad'),
  routing_rule: (entry, wording) => group(entry, wording, 'Routing rule', 'good'),
  condition_group: (entry, wording) => group(entry, wording, 'Group', 'quiet'),
  routing_rules: ({ because = '' }) => sentence(`Routing rules were not used: ${own(because)}.`, 'quiet'),
  sub_rule: ({ values, verdict, of = [] }, wording) => {
    const how =
      values?.['logicalOperator'] === 'OR' ? 'Any of these must be true' : 'All of these must be true';
    return sentence(`${how}: ${verdict === 'matched' ? 'yes' : 'no'}.`, 'quiet', explainTrace(of, wording));
  },
  condition: (entry) => conditionSentence(entry),
  field_rules: ({ verdict, values, of = [] }, wording) =>
    verdict === 'passed'
      ? sentence(
          `All fields are valid${values ? ` (${plain(values['fields'] ?? 0)} checked)` : ''}.`,
          'quiet',
        )
      : sentence('A field is invalid.', 'bad', explainTrace(of, wording)),
  field_rule: ({ at, because = '', values }) =>
    sentence(
      `${at}: ${fieldProblems[because] ?? because}${values?.['found'] === undefined ? '' : `, it is ${valueWords(values['found'])}`}.`,
      'bad',
    ),
  first_submission_action: ({ at, verdict, because = '' }) =>
    verdict === 'held'
      ? sentence(`Before it is routed: ${own(at ?? '')}${notCalled(at, because)}.`, 'warn')
      : sentence(`No first-submission action: ${firstActionWords[because] ?? because}.`, 'quiet'),
  first_submission_webhook: ({ verdict, because = '' }) =>
    sentence(
      `Its first-submission webhook ${verdict === 'skipped' ? 'was not called' : 'was called'}: ${own(because)}.`,
      verdict === 'failed' ? 'bad' : 'quiet',
    ),
  voice_call: ({ verdict, because = '' }) =>
    verdict === 'passed'
      ? sentence('The voice agent found it qualified.', 'good')
      : sentence(`The call by a voice agent: ${own(because)}.`, 'bad'),
  ai_qualification: (entry, wording) => modelSentence(entry, explainTrace(entry.of ?? [], wording), wording),
  criterion: criterionSentence,
  consent: consentSentence,
  lookup: lookupSentence,
  campaign: ({ at, because = '' }) => sentence(`Campaign ${at}: ${own(because)}.`, 'bad'),
  release: ({ values }) =>
    sentence(`It was held before and is reconsidered (${String(values?.['generation'])}).`, 'quiet'),
  on_the_way: ({ at }) =>
    sentence(
      `It waited for campaign ${at}, which had as many leads on their way as a campaign may have.`,
      'quiet',
    ),
  answer: ({ at = '', values = {} }, wording) =>
    values['outcome'] === 'skipped'
      ? sentence(`Campaign ${at} was skipped: ${own(String(values['reason']))}.`, 'quiet')
      : sentence(`${capital(answerWords(values, wording))} by campaign ${at}.`, 'quiet'),
  assumed_answer: () => sentence('It is assumed that this buyer refuses the lead.', 'quiet'),
  candidates: ({ because = '' }) => sentence(`No other campaign was considered: ${own(because)}.`, 'warn'),
  candidate: (entry, wording) => candidateSentence(entry, explainTrace(entry.of ?? [], wording), wording),
  limit: limitSentence,
  schedule: scheduleSentence,
  destination: ({ at, verdict, because = '' }) =>
    verdict === 'chosen'
      ? sentence(
          `It is sent to ${at === 'deliveryInfo' ? 'the address that its repost names' : at}.`,
          'quiet',
        )
      : sentence(`${destinationWords(at)}: ${own(because)}.`, 'warn'),
  attempt: ({ at, verdict, because = '', values = {}, of = [] }, wording) => {
    const { status, durationMs } = values;
    const answered = status === undefined ? '' : `, answered ${plain(status)}`;
    const took = durationMs === undefined ? '' : ` after ${plain(durationMs)} ms`;
    const good = verdict === 'passed';
    const why = good ? 'the buyer accepted it' : attemptWords(because, wording);
    return sentence(
      `Attempt ${at}${answered}${took}: ${why}.`,
      good ? 'good' : 'bad',
      explainTrace(of, wording),
    );
  },
  response_rule: ({ at, verdict, because = '', values, of = [] }, wording) => {
    const which = at === 'default' ? 'No rule matched, so the status decides' : `Response rule ${at}`;
    return verdict === 'matched'
      ? sentence(
          `${which}: ${String(values?.['status'])} means ${because}.`,
          'quiet',
          explainTrace(of, wording),
        )
      : sentence(`${which} did not match: ${own(because)}.`, 'quiet');
  },
  price_rule: (entry, wording) => priced(entry, group(entry, wording, 'Price rule', 'good')),
  expected_price: ({ verdict, values = {} }) =>
    verdict === 'matched'
      ? sentence(`Its expected price is ${moneyWords(values)}.`, 'quiet')
      : sentence('The campaign states no price for it.', 'quiet'),
  price: ({ values = {} }, { reveal }) => sentence(`No price: ${priceWords(values, reveal)}.`, 'warn'),
  answer_body: ({ because = '', values }) =>
    sentence(
      `The status ${String(values?.['status'])} stands, although its body could not be read to the end: ${own(because)}.`,
      'warn',
    ),
  unreadable_answer: ({ verdict, because = '' }) =>
    verdict === 'held'
      ? sentence(`An operator has to ask the buyer: ${own(because)}.`, 'warn')
      : sentence(`The endpoint takes such an answer for a refusal: ${own(because)}.`, 'bad'),
  request: ({ at, because = '' }) =>
    sentence(`No request could be made: ${own(because)}${at === undefined ? '' : ` (${at})`}.`, 'bad'),
  tracking: ({ at, because = '' }) =>
    sentence(`${capital(trackingWords[because] ?? own(because))} was left out: ${at}.`, 'warn'),
  quiet_hours: ({ verdict, values }) =>
    sentence(
      `The lead's state is not understood, so ${verdict === 'held' ? 'it waits until it is day' : 'it had to be day'} in all ${String(values?.['zones'])} time zones where the lead may be.`,
      'warn',
    ),
  starts: ({ because = '', values: { deaths, restarts } = {} }) =>
    sentence(`It was started too often: ${own(because)}${timesWords(deaths ?? restarts)}.`, 'bad'),
  successor: ({ at = '' }) => sentence(supersededWords(at), 'quiet'),
  buyer_asked: ({ because = '' }) => sentence(`${capital(own(because))}.`, 'quiet'),
  repost: () => sentence('An earlier delivery is retried, so the lead was not qualified again.', 'quiet'),
};

const trackingWords: Readonly<Record<TrackingFault, string>> & Readonly<Record<string, string>> = {
  not_text: 'a value that is no text',
  placeholder: 'a word for a missing value',
  unfilled_macro: 'a macro that was not filled in',
  malformed: 'a value that the platform does not issue',
  cut_short: 'a value that was cut short',
  not_an_address: 'a value that is no IP address',
  private_address: 'an address of a private network',
  not_a_page: 'an address without http:// or https://, or without a host',
  unfilled_parameters: 'a parameter of the page that was not filled in',
  too_long: 'a value that is too long',
};

/** What ended a submission: the newer submission with this id, or an erasure. */
export function supersededWords(by: string): string {
  return by === 'erasure'
    ? 'Ended because the personal data was erased.'
    : `Superseded by a newer submission (${by}).`;
}

const fieldProblems: Readonly<Record<string, string>> = {
  required: 'required, but missing',
  not_a_number: 'must be a number',
  not_a_boolean: 'must be yes or no',
  not_a_date: 'must be a date',
  not_text: 'must be text',
  too_short: 'too short',
  too_long: 'too long',
  too_small: 'too small',
  too_large: 'too large',
  pattern: 'does not match its pattern',
};

// Why a campaign that wants a call gets none.
function notCalled(action: string | undefined, because: string): string {
  return action === 'voice_ai' && because !== '' ? `; none is placed, because ${own(because)}` : '';
}

const firstActionWords: Readonly<Record<string, string>> = {
  none: 'the campaign has none',
  off: 'it is switched off',
  not_the_first_submission: 'this is not the first submission of its lead',
};

// What stood in the place of the price are the buyer's words, which may quote the lead.
function priceWords({ found, unreadable }: Readonly<Record<string, unknown>>, reveal: boolean): string {
  if (typeof unreadable === 'string') return own(unreadable);
  if (found === undefined) return 'the answer has none';
  return `${reveal ? plain(valueWords(found)) : 'what the answer has (hidden)'} is no readable amount`;
}

function timesWords(times: unknown): string {
  return times === undefined ? '' : `, ${plain(times)} times`;
}

function priced({ verdict, values }: TraceEntry, rule: Sentence): Sentence {
  if (verdict !== 'matched' || !values) return rule;
  return { ...rule, text: `${rule.text.slice(0, -1)}: its expected price is ${moneyWords(values)}.` };
}

function destinationWords(at: string | undefined): string {
  if (at === undefined) return 'Destination';
  return at === CLIENT_EMAIL ? 'Delivery by e-mail' : `Endpoint ${at}`;
}

function group(
  { at, verdict, because, of = [] }: TraceEntry,
  wording: Wording,
  what: string,
  whenMatched: Sentence['tone'],
): Sentence {
  const name = at === undefined ? what : `${what} “${at}”`;
  if (verdict === 'skipped') {
    const why = because === 'not_asked' ? `was skipped: ${own(because)}` : 'is switched off';
    return sentence(`${name} ${why}.`, 'quiet');
  }
  const parts = explainTrace(of, wording);
  // A single sub-rule needs no heading.
  const reasons = of.length === 1 && of[0]?.looked === 'sub_rule' ? (parts[0]?.of ?? parts) : parts;
  if (verdict !== 'matched') {
    return sentence(
      `${name} did not match${because === undefined ? '' : `: ${own(because)}`}.`,
      'quiet',
      reasons,
    );
  }
  return because === undefined
    ? sentence(`${name} matched.`, whenMatched, reasons)
    : sentence(`${name} matched, but ${own(because)}.`, 'warn', reasons);
}

function attemptWords(because: string, wording: Wording): string {
  const kinds: Readonly<Record<string, string>> = {
    rejected: 'the buyer refused it',
    duplicate: 'the buyer already has it',
    retry: 'it is retried',
    unknown: 'it is unknown whether the buyer has it',
  };
  return kinds[because] ?? reasonWords(because, wording);
}

function asItStands({ looked, at, verdict, because, of = [] }: TraceEntry, wording: Wording): Sentence {
  const about = [looked, at]
    .filter((part) => part !== undefined)
    .join(' ')
    .replaceAll('_', ' ');
  const why = because === undefined ? '' : `, ${own(because)}`;
  return sentence(
    `${capital(about)}: ${verdict.replaceAll('_', ' ')}${why}.`,
    'quiet',
    explainTrace(of, wording),
  );
}
