/** What follows from one call of a language model: its verdict, a second call, or no answer. */
import { afterCheckCall, type AfterCheckCall, type CheckCall } from '../checks/after-check-call.js';
import type { ModelVerdict } from './read-verdict.js';

/** How a call ended; `unusable` is an answer without a whole verdict. */
export type ModelCall = CheckCall<ModelVerdict>;

/** A lead is asked about twice at most, whatever came of the first time. */
const patience = { delaysMs: [2_000], mostWaitedMs: 60_000 };

/** Decides what follows from the `n`th call. */
export function afterModelCall(
  call: ModelCall,
  circumstances: { readonly n: number; readonly now: Date; readonly random01: number },
): AfterCheckCall<ModelVerdict> {
  return afterCheckCall(call, circumstances, patience);
}
