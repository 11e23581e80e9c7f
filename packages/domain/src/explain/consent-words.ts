/** What asking about a certificate of consent led to, in plain words. */
import type { TraceEntry } from '@sluice/contracts';
import { failureWords } from './lookup-words.js';
import { own } from './reason-words.js';
import { sentence, type Sentence } from './sentence.js';

/** What is known of the certificate of a lead. */
export function consentSentence({ verdict, because = '', values = {} }: TraceEntry): Sentence {
  const { failure, expiresAt, maskedUrl } = values;
  if (because === 'consent_unavailable') {
    const went = verdict === 'held' ? 'a person has to act' : 'the lead goes on';
    const why = failureWords(failure);
    return sentence(`TrustedForm did not answer${why}, so ${went}.`, 'warn');
  }
  switch (verdict) {
    case 'held':
      return sentence('TrustedForm is asked about its certificate of consent.', 'warn');
    case 'passed': {
      const kept = typeof expiresAt === 'string' ? `, kept until ${expiresAt}` : '';
      const at = typeof maskedUrl === 'string' ? ` (${maskedUrl})` : '';
      return sentence(`Its certificate of consent is good${kept}${at}.`, 'good');
    }
    case 'failed':
      return sentence(`Consent: ${own(because)}.`, 'bad');
    case 'unmatched':
      return sentence(`Consent: ${own(because)}; the lead goes on all the same.`, 'warn');
    default:
      return sentence(`Nobody was asked about its consent: ${own(because)}.`, 'quiet');
  }
}
