/** What is wrong with buyers, in words. */
import type { NowState } from '@sluice/contracts';
import { whyText, type Draft } from './words.js';

/** A buyer whose answers are not what the response rules of its endpoint read. */
export interface UnreadBuyer {
  readonly tenantId: string;
  readonly receiver: string;
  readonly buyer: string;
  /** It is the tenant's language model, and its answers held no verdict. */
  readonly isModel?: boolean;
  /** How many of its latest answers could not be read. */
  readonly unread: number;
  readonly latest: number;
  /** When the first of them came. */
  readonly since: Date;
}

type Troubled = NonNullable<NowState['buyers']>[number];

/** A buyer that fails, or whose circuit an operator opened. */
export function buyerInTrouble(troubled: Troubled): Draft {
  const { tenantId, receiver, buyer, since, waiting = 0 } = troubled;
  return {
    id: `buyer.${tenantId}.${receiver}`,
    subject: buyer,
    tenantId,
    ...(troubled.openedBy ? openedByHand(troubled, troubled.openedBy) : failingBuyer(troubled)),
    since: since === undefined ? undefined : new Date(since),
    ...(waiting > 0 && { count: waiting, counted: waiting === 1 ? 'lead waits' : 'leads wait' }),
    link: `/buyers/${tenantId}/${encodeURIComponent(receiver)}`,
  };
}

/** A buyer whose answers its rules cannot read. */
export function answersUnrecognised({
  tenantId,
  receiver,
  buyer,
  isModel = false,
  unread,
  latest,
  since,
}: UnreadBuyer): Draft {
  return {
    id: `unread.${tenantId}.${receiver}`,
    kind: 'answers_unrecognised',
    severity: 'warning',
    subject: buyer,
    tenantId,
    since,
    count: unread,
    counted: latest === 1 ? 'answer so far' : `of its last ${latest} answers`,
    ...(isModel ? withoutVerdicts(tenantId) : unrecognised(buyer)),
    link: `/buyers/${tenantId}/${encodeURIComponent(receiver)}`,
  };
}

function unrecognised(buyer: string): Pick<Draft, 'headline' | 'todo'> {
  return {
    headline: `Answers of buyer "${buyer}" are not recognised`,
    todo: "Compare an answer with the response rules of the endpoint. Without `onUnreadable`, such leads count by the answer's status.",
  };
}

function withoutVerdicts(tenantId: string): Pick<Draft, 'headline' | 'todo'> {
  return {
    headline: `The language model of ${tenantId} gives no whole verdicts`,
    todo: 'Look at its answers in the timelines of leads, and check `providers.llm`: without a verdict, leads follow `aiOnError` of their campaigns, which passes them on by default.',
  };
}

type BuyerDraft = Pick<Draft, 'kind' | 'severity' | 'headline' | 'next' | 'todo'>;

function failingBuyer({ buyer, state, until, answers }: Troubled): BuyerDraft {
  return {
    kind: state === 'open' ? 'circuit_open' : 'buyer_failing',
    severity: 'bad',
    headline: `Buyer "${buyer}" ${/^\d+$/.test(answers) ? `answers ${answers}` : failureText(answers)}`,
    next: until === undefined ? undefined : { text: 'its circuit tries again', at: new Date(until) },
    todo: 'Contact the buyer. Its leads are kept and retried automatically.',
  };
}

type OpenedBy = NonNullable<Troubled['openedBy']>;

function openedByHand({ buyer, until }: Troubled, { by, reason }: OpenedBy): BuyerDraft {
  return {
    kind: 'circuit_opened_by_hand',
    severity: 'warning',
    headline: `Circuit of buyer "${buyer}" held open by ${by}${whyText(reason)}`,
    next: until === undefined ? undefined : { text: 'calls resume', at: new Date(until) },
    todo: 'Its leads wait and none is lost. Close the circuit once the reason is resolved.',
  };
}

const failures: Readonly<Record<string, string>> = {
  timeout: 'does not answer in time',
  refused: 'refuses the connection',
  reset: 'resets the connection',
  dns: 'has a host name that does not resolve',
  tls: 'has an invalid certificate',
  blocked: 'has a blocked address',
};

function failureText(failure: string): string {
  return failures[failure] ?? (failure === '' ? 'fails' : `fails (${failure.replaceAll('_', ' ')})`);
}
