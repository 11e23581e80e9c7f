/** What the answer of a look-up says, and how it is kept. */
import {
  readJsonAnswer,
  WrittenNumber,
  type Lookup,
  type LookupAnswer,
  type LookupScalar,
  type LookupValue,
} from '@sluice/contracts';
import { failedCall, type CheckCall, type Patience } from '../checks/after-check-call.js';
import type { CameOfCall } from '../checks/end-of-check.js';
import { readJsonPath } from '../answers/json-path.js';
import { readableAnswer } from '../answers/readable-answer.js';
import { wellFormed } from '../text/encoded-in-url.js';

/** How a call ended. */
export type LookupCall = CheckCall<LookupAnswer>;

const LONGEST_TEXT = 500;
const LONGEST_LIST = 20;
/** A lead is waiting: twice at most, with 5 s between, or what the vendor asks for up to 30 s. */
export const lookupPatience: Patience = { delaysMs: [5_000], mostWaitedMs: 30_000 };

/** Reads what the vendor answered at `at`. An answer that one of the paths cannot enter is not the JSON that was meant. */
export function readLookup(
  { goodWhen, map }: Pick<Lookup, 'goodWhen' | 'map'>,
  came: CameOfCall,
  at: Date,
): LookupCall {
  if (came.kind === 'failed') return came;
  const { status, headers, bodyRead, truncated, bodyProblem } = came;
  if (status < 200 || status > 299) return failedCall(came, at);
  const { json } = readableAnswer({ status, headers, bodyText: bodyRead });
  const places = goodWhen ? [goodWhen, ...map] : map;
  if (truncated || bodyProblem !== undefined || places.some(({ jsonPath }) => !json(jsonPath)))
    return { kind: 'failed', reason: 'not_json' };
  const found = (jsonPath: string) => readJsonPath(json(jsonPath)?.value, jsonPath);
  if (goodWhen && !isEqual(found(goodWhen.jsonPath), goodWhen.equals)) return { kind: 'unusable' };
  const fields = map.flatMap(({ field, jsonPath }) => {
    const value = valueOf(found(jsonPath));
    return value === undefined ? [] : [[field, value] as const];
  });
  return { kind: 'verdict', verdict: { at, fields: Object.fromEntries(fields) } };
}

/** The answer in the JSON that was kept of it; undefined for any other text. */
export function recallLookup(text: string): LookupAnswer | undefined {
  const kept = readJsonAnswer(text)?.value ?? {};
  const { at, fields } = kept as { readonly at?: unknown; readonly fields?: unknown };
  if (typeof at !== 'string' || typeof fields !== 'object' || fields === null) return undefined;
  return { at: new Date(at), fields: fields as LookupAnswer['fields'] };
}

// Vendors write true and numbers as text, too.
function isEqual(found: unknown, wanted: string | number | boolean | null): boolean {
  const scalar = scalarOf(found);
  if (scalar === undefined) return found === wanted;
  return String(scalar).toLowerCase() === String(wanted).toLowerCase();
}

function valueOf(found: unknown): LookupValue | undefined {
  if (Array.isArray(found))
    return found.slice(0, LONGEST_LIST).flatMap((each: unknown) => scalarOf(each) ?? []);
  return scalarOf(found);
}

function scalarOf(found: unknown): LookupScalar | undefined {
  if (found instanceof WrittenNumber) return asNumber(found);
  if (typeof found === 'string') return wellFormed(found.slice(0, LONGEST_TEXT));
  return typeof found === 'number' || typeof found === 'boolean' ? found : undefined;
}

// A number with more digits than JavaScript holds keeps them as text.
function asNumber(written: WrittenNumber): LookupScalar {
  const number = written.toJSON();
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : written.toString();
}
