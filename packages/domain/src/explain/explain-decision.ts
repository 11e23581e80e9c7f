/** A decision in plain words: one sentence, with its reasons below. */
import { LOOKUP_PREFIX, type Decision, type Stage } from '@sluice/contracts';
import { explainTrace, supersededWords } from './explain-trace.js';
import { ownWords, reasonWords } from './reason-words.js';
import { sentence, timeWords, type Sentence, type Wording, type Tone } from './sentence.js';

const tones: Readonly<Record<Decision['kind'], Tone>> = {
  qualified: 'good',
  asking: 'warn',
  awaiting_action: 'warn',
  pending_action: 'warn',
  disqualified: 'bad',
  duplicate: 'bad',
  routed: 'good',
  held: 'warn',
  passed_on: 'warn',
  rejected: 'bad',
  failed: 'bad',
  error: 'bad',
  delivered: 'good',
  superseded: 'quiet',
  void: 'quiet',
};

/** The decision of `stage` as a sentence with its reasons. */
export function explainDecision(stage: Stage, decision: Decision, wording: Wording): Sentence {
  const text = headline(stage, decision, wording);
  return sentence(text, tones[decision.kind], explainTrace(decision.trace, wording));
}

function headline(stage: Stage, decision: Decision, wording: Wording): string {
  const why = decision.reason === undefined ? '' : `: ${whyWords(stage, decision.reason, wording)}`;
  switch (decision.kind) {
    case 'qualified':
      if (stage !== 'action') return 'Qualified.';
      if (decision.trace[0]?.looked === 'voice_call') return 'Cleared: its call found it qualified.';
      return decision.trace[0]?.verdict === 'passed'
        ? 'Cleared: its first-submission webhook agreed.'
        : 'Continues without an answer from its first-submission webhook.';
    case 'asking':
      return decision.check === 'llm'
        ? 'Waiting for a language model to judge whether it is eligible.'
        : decision.check.startsWith(LOOKUP_PREFIX)
          ? `Waiting for the answer of look-up ${decision.check.slice(LOOKUP_PREFIX.length)}.`
          : 'Waiting for TrustedForm to judge its certificate of consent.';
    case 'awaiting_action':
      return decision.action === 'voice_ai'
        ? 'Waiting for the verdict of a call by a voice agent.'
        : 'Waiting for its first-submission webhook to answer.';
    case 'pending_action':
      return `A person has to act${why}.`;
    case 'disqualified':
      return `Disqualified${why}.`;
    case 'duplicate':
      return `Duplicate${why}${decision.ofLeadId === undefined ? '' : ` (${decision.ofLeadId})`}.`;
    case 'routed':
      return `Routed to campaign ${decision.campaignId}, client ${decision.clientId}${decision.consent?.kind === 'ask' ? ', once TrustedForm has judged its certificate of consent' : ''}.`;
    case 'held':
      return `Held for campaign ${decision.campaignId} until ${timeWords(decision.until, wording.zone)}${why}${decision.consent ? '; its certificate of consent is retained meanwhile' : ''}.`;
    case 'rejected':
      return `${stage === 'delivery' ? 'The buyer refused it' : 'Refused'}${why}.`;
    case 'passed_on': {
      const last = decision.asked.at(-1);
      if (last?.outcome === 'skipped')
        return `Campaign ${last.campaignId} was skipped${why}; the next buyer is looked for.`;
      return `Buyer ${last?.campaignId} did not take it${why}; the next one is looked for.`;
    }
    case 'failed':
      return `It could not be delivered${why}.`;
    case 'error':
      return `Ended in an error${why}.`;
    case 'delivered': {
      const { price: amount, currency } = decision;
      const price = amount === undefined ? '' : ` for ${[amount, currency ?? []].flat().join(' ')}`;
      const known = decision.reference === undefined || !wording.reveal ? '' : `, as ${decision.reference}`;
      return `Delivered: the buyer of campaign ${decision.campaignId} accepted it${price}${known}.`;
    }
    case 'superseded':
      return supersededWords(decision.by);
    case 'void':
      return 'Void: it never became a submission of its lead.';
  }
}

// The reason of a delivery may be another party's words, as may that of routing after buyers were asked.
function whyWords(stage: Stage, reason: string, wording: Wording): string {
  return stage === 'delivery' || stage === 'routing'
    ? reasonWords(reason, wording)
    : (ownWords(reason) ?? reason.replaceAll('_', ' '));
}
