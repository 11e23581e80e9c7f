/** Certificates of consent in plain words: what a campaign asks of them, and what asking about one led to. */
import type { Campaign, TraceEntry } from '@sluice/contracts';
import { unansweredSentence } from './lookup-words.js';
import { own } from './reason-words.js';
import { sentence, type Sentence } from './sentence.js';

const timeWords = {
  at_qualification: 'matches and retains the certificate of a lead before the lead is routed',
  before_delivery: 'matches and retains the certificate of a lead before its buyer gets the lead',
  after_acceptance:
    'matches the certificate of a lead before its buyer gets the lead, and retains it once the lead is sold',
} as const;

const badWords = {
  disqualify: 'is disqualified',
  flag: 'goes on with a mark',
  skip: 'goes to the next buyer',
} as const;

/** What a campaign asks of certificates. */
export function consentTerms({ consent }: Campaign): Sentence[] {
  if (!consent) return [];
  const { retain, onFailure, onError, required } = consent.trustedForm;
  const missing = required ? ', or with none,' : '';
  const unanswered = onError === 'hold' ? 'it waits for a person' : 'it goes on';
  return [
    sentence(
      `TrustedForm ${timeWords[retain]}. A lead with a bad one${missing} ${badWords[onFailure]}; without an answer ${unanswered}.`,
      onFailure === 'flag' ? 'quiet' : 'bad',
    ),
  ];
}

/** What is known of the certificate of a lead. */
export function consentSentence({ verdict, because = '', values = {} }: TraceEntry): Sentence {
  const { expiresAt, maskedUrl } = values;
  if (because === 'consent_unavailable')
    return unansweredSentence('TrustedForm did not answer', { verdict, values });
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
