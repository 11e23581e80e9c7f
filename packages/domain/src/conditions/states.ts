/** Fields that name a state of the United States or a province of Canada compare by its two letters. */
import { mayHaveState, stateCode } from '../lead/state-code.js';
import type { StateCode } from '../lead/state-names.js';
import { rememberingKeys, wordsOfKey } from './key-words.js';
import type { ConditionValue } from './lead-facts.js';

/** The two letters of a value; undefined if it names no state or province. */
export type StateOf = (value: unknown) => StateCode | undefined;

const namesState = rememberingKeys((key) =>
  /(?:^|[^a-z])(?:state|province)s?(?:[^a-z]|$)/.test(wordsOfKey(key)),
);

const read: StateOf = (value) => (typeof value === 'string' ? stateCode(value) : undefined);

/**
 * How the values of a field are read as states: `state`, `province`, and fields whose key has one of these words, such as
 * `accident_state`, of a lead that is not of another country. Undefined for other fields.
 */
export function statesOf(field: string, country: string | undefined): StateOf | undefined {
  return namesState(field) && mayHaveState(country) ? read : undefined;
}

// Lists belong to cached configuration, as in `one-of.ts`.
const listed = new WeakMap<readonly ConditionValue[], ReadonlySet<StateCode>>();

/** Whether `found` names the same state as any of `wanted`. */
export function isStateOf(found: unknown, wanted: readonly ConditionValue[], stateOf: StateOf): boolean {
  const state = stateOf(found);
  if (state === undefined) return false;
  let states = listed.get(wanted);
  if (!states) listed.set(wanted, (states = new Set(wanted.flatMap((one) => stateOf(one) ?? []))));
  return states.has(state);
}
