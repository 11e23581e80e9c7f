/** A delivery endpoint in plain words: where leads go, what of them is sent, and what answers mean. */
import {
  parseHttpUrl,
  secretNamesIn,
  type DeliveryEndpoint,
  type ResponseMatch,
  type ResponseRule,
} from '@sluice/contracts';
import { listWords, sentence, valueWords, type Sentence } from './sentence.js';

const formats = { json: 'JSON', form: 'a form', liquid: 'a text of its own', adf: 'ADF/XML' } as const;

/** Without the path, parameters and headers, which may hold credentials. */
export function explainEndpoint({
  url,
  method,
  format,
  fields,
  responseRules,
  onUnreadable,
  retries,
}: DeliveryEndpoint): readonly Sentence[] {
  // ADF has names of its own.
  const mapped = Object.entries((format !== 'adf' && fields) || {}).map(([name, from]) =>
    sentence(`“${name}” ${sourceWords(from)}.`, 'quiet'),
  );
  const where = parseHttpUrl(url)?.host ?? 'its address';
  const rest = {
    rules: '',
    hold: ' One that they cannot read waits for a person.',
    reject: ' One that they cannot read is a no.',
  };
  return [
    sentence(`It sends leads to ${where} by ${method}, as ${formats[format]}.`, 'quiet', mapped),
    ...responseRules.map((each) => rule(each, retries !== 0)),
    sentence(
      responseRules.length === 0
        ? 'The status of an answer says whether the lead is taken.'
        : `The status of any other answer decides.${rest[onUnreadable ?? 'rules']}`,
      'quiet',
    ),
  ];
}

const tones = { accepted: 'good', rejected: 'bad', duplicate: 'warn', error: 'warn' } as const;

function sourceWords(from: string): string {
  const secrets = secretNamesIn(from);
  if (secrets.length === 0) return `is our ${from}`;
  return `contains the ${secrets.length === 1 ? 'secret' : 'secrets'} ${listWords(secrets, 'and')}`;
}

function rule({ when, outcome, reason, price, reference }: ResponseRule, isRetried: boolean): Sentence {
  const read = Object.entries({ reason, price, reference }).flatMap(([what, from]) =>
    from === undefined ? [] : [`the ${what} is ${valueWords(from)}`],
  );
  const error = isRetried ? 'an error, after which it is tried again' : 'an error';
  const means = outcome === 'error' ? error : outcome;
  return sentence(
    `${matchWords(when)} means ${means}${read.map((each) => `; ${each}`).join('')}.`,
    tones[outcome],
  );
}

function matchWords({ status, jsonPath, xmlPath, equals, contains, text, pattern }: ResponseMatch): string {
  const path = jsonPath ?? xmlPath;
  const ofValue = [
    ...(equals === undefined ? [] : [`is ${valueWords(equals)}`]),
    ...(contains === undefined ? [] : [`contains ${valueWords(contains)}`]),
    ...(pattern === undefined ? [] : [`matches ${pattern}`]),
  ];
  const all = [
    ...(status === undefined ? [] : [`with status ${status}`]),
    ...(text === undefined ? [] : [`that contains ${valueWords(text)}`]),
    ...(path === undefined
      ? ofValue.map((each) => `that ${each}`)
      : [`whose ${path} ${listWords(ofValue, 'and') || 'is there'}`]),
  ];
  return all.length === 0 ? 'Any answer' : `An answer ${listWords(all, 'and')}`;
}
