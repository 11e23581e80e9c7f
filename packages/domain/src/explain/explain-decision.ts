/** A decision in plain words: what was decided in one sentence, and below it what it rests on. */
import type { Decision, Stage } from '@sluice/contracts';
import { explainTrace } from './explain-trace.js';
import { ownWords, reasonWords } from './reason-words.js';
import { sentence, timeWords, type Sentence, type Telling, type Tone } from './sentence.js';

const tones: Readonly<Record<Decision['kind'], Tone>> = {
  qualified: 'good',
  awaiting_action: 'warn',
  pending_action: 'warn',
  disqualified: 'bad',
  duplicate: 'bad',
  routed: 'good',
  held: 'warn',
  rejected: 'bad',
  failed: 'bad',
  error: 'bad',
  delivered: 'good',
  superseded: 'quiet',
  void: 'quiet',
};

/** The decision of `stage` as a sentence with its reasons. */
export function explainDecision(stage: Stage, decision: Decision, telling: Telling): Sentence {
  const text = headline(stage, decision, telling);
  return sentence(text, tones[decision.kind], explainTrace(decision.trace, telling));
}

function headline(stage: Stage, decision: Decision, telling: Telling): string {
  const why = decision.reason === undefined ? '' : `: ${whyWords(stage, decision.reason, telling)}`;
  switch (decision.kind) {
    case 'qualified':
      return stage === 'action' ? 'It may go on: its first-submission webhook agreed.' : 'Qualified.';
    case 'awaiting_action':
      return 'It waits for the answer of its first-submission webhook.';
    case 'pending_action':
      return `A person has to act${why}.`;
    case 'disqualified':
      return `Disqualified${why}.`;
    case 'duplicate':
      return `A duplicate${why}${decision.ofLeadId === undefined ? '' : ` (${decision.ofLeadId})`}.`;
    case 'routed':
      return `Routed to campaign ${decision.campaignId}, client ${decision.clientId}.`;
    case 'held':
      return `Held for campaign ${decision.campaignId} until ${timeWords(decision.until, telling.zone)}${why}.`;
    case 'rejected':
      return `${stage === 'delivery' ? 'The buyer refused it' : 'Refused'}${why}.`;
    case 'failed':
      return `It could not be delivered${why}.`;
    case 'error':
      return `It cannot go on${why}.`;
    case 'delivered': {
      const price = decision.price === undefined ? '' : ` for ${decision.price}`;
      const known = decision.reference === undefined || !telling.reveal ? '' : `, as ${decision.reference}`;
      return `Delivered: the buyer of campaign ${decision.campaignId} took it${price}${known}.`;
    }
    case 'superseded':
      return `A newer submission took its place (${decision.by}).`;
    case 'void':
      return 'It never became a submission of its lead, and ends without effect.';
  }
}

// Only in a delivery a reason may be somebody else's words.
function whyWords(stage: Stage, reason: string, telling: Telling): string {
  return stage === 'delivery'
    ? reasonWords(reason, telling)
    : (ownWords(reason) ?? reason.replaceAll('_', ' '));
}
