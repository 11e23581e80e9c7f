/** What a look-up led to, in plain words. */
import type { TraceEntry } from '@sluice/contracts';
import { own } from './reason-words.js';
import { sentence, timeWords, valueWords, type Sentence, type Wording } from './sentence.js';

/** Whether a look-up was made, and what it answered. */
export function lookupSentence(
  { at = '', verdict, because = '', values = {} }: TraceEntry,
  { reveal, zone }: Wording,
): Sentence {
  const name = `Look-up ${at}`;
  if (because === 'lookup_unavailable' || because === 'lookup_failed')
    return unansweredSentence(`${name} has no answer`, { verdict, values });
  switch (verdict) {
    case 'held':
      return sentence(`${name} is made.`, 'warn');
    case 'passed':
      return sentence(`${name} was answered${answeredWords(values, reveal, zone)}.`, 'quiet');
    default:
      return sentence(`${name} was not made: ${own(because)}.`, 'quiet');
  }
}

// After an erasure there is no answer.
function answeredWords(
  { answeredAt, fields }: Readonly<Record<string, unknown>>,
  reveal: boolean,
  zone: Wording['zone'],
): string {
  if (typeof answeredAt !== 'string') return '';
  const at = ` ${timeWords(answeredAt, zone)}`;
  if (!reveal) return `${at} (its answer is hidden)`;
  const said = Object.entries(fields ?? {}).map(([name, value]) => `${name} ${valueWords(value)}`);
  return said.length === 0 ? `${at}, with none of its fields` : `${at}: ${said.join(', ')}`;
}

/** That a vendor gave no usable answer, as `said`; why, which is told as of no buyer; and what followed. */
export function unansweredSentence(
  said: string,
  { verdict, values = {} }: Pick<TraceEntry, 'verdict' | 'values'>,
  reasons?: readonly Sentence[],
): Sentence {
  const { failure } = values;
  const why = typeof failure === 'string' ? ` (${own(failure).replace(/^the buyer/, 'it')})` : '';
  const went =
    verdict === 'held' ? 'a person has to act' : verdict === 'failed' ? 'it ends here' : 'the lead goes on';
  return sentence(`${said}${why}, so ${went}.`, verdict === 'failed' ? 'bad' : 'warn', reasons);
}
