/** One call of a language model: how it ended, and how often a lead is asked about. */
import type { CheckCall, Patience } from '../checks/after-check-call.js';
import type { ModelVerdict } from './read-verdict.js';

/** How a call ended; `unusable` is an answer without a whole verdict. */
export type ModelCall = CheckCall<ModelVerdict>;

/** A lead is asked about twice at most, whatever came of the first time. */
export const modelPatience: Patience = { delaysMs: [2_000], mostWaitedMs: 60_000 };
