/** What asking a language model led to, in plain words. */
import type { TraceEntry } from '@sluice/contracts';
import { unansweredSentence } from './lookup-words.js';
import { own } from './reason-words.js';
import { sentence, type Sentence, type Wording } from './sentence.js';

/** Whether a model was asked about a lead, and what it found; `reasons` are the criteria. */
export function modelSentence(
  { verdict, because = '', values = {} }: TraceEntry,
  reasons: readonly Sentence[],
  { reveal }: Wording,
): Sentence {
  const said = saidWords(values['said'], reveal);
  if (because === 'ai_unavailable')
    return unansweredSentence('The language model did not answer', { verdict, values }, reasons);
  switch (verdict) {
    case 'held':
      return sentence("A language model is asked about the offer's criteria.", 'warn', reasons);
    case 'passed':
      return sentence(`The language model finds all criteria met${said}.`, 'good', reasons);
    case 'failed':
      return sentence(`The language model finds the lead not eligible${said}.`, 'bad', reasons);
    default:
      return sentence(`No language model was asked: ${own(because)}.`, 'quiet', reasons);
  }
}

/** One criterion of the offer, as the model judged it. */
export function criterionSentence({ at, verdict, values }: TraceEntry, { reveal }: Wording): Sentence {
  if (verdict === 'held') return sentence(`It is asked about: “${at}”.`, 'quiet');
  const met = verdict === 'passed';
  const said = saidWords(values?.['said'], reveal);
  return sentence(`“${at}” is ${met ? 'met' : 'not met'}${said}.`, met ? 'quiet' : 'bad');
}

// A model's words may quote the lead. After an erasure there are none.
function saidWords(said: unknown, reveal: boolean): string {
  if (typeof said !== 'string' || said === '') return '';
  return reveal ? `: “${said}”` : ' (its words are hidden)';
}
