/** The verdicts that the fake language model gives: a whole one as a rule, and broken ones by script. */

/** What the model answers: its text or refusal, and why it stopped. */
export interface ModelWords {
  readonly content: string | null;
  readonly refusal?: string;
  readonly finishReason?: 'stop' | 'length' | 'content_filter';
}

interface Verdict {
  readonly qualified: boolean;
  readonly reason: string;
  readonly criteria: readonly { readonly criterion: string; readonly met: boolean; readonly why: string }[];
}

/** Ways to answer, by the name that a script gives as `variant`. */
const variants: Readonly<Record<string, (verdict: Verdict) => ModelWords>> = {
  /** A whole verdict: not one of the criteria is met. */
  unmet: ({ criteria }) =>
    said(
      verdictOn(
        criteria.map(({ criterion }) => criterion),
        () => false,
      ),
    ),
  /** `qualified` is the opposite of what the criteria say. */
  contradiction: (verdict) => said({ ...verdict, qualified: !verdict.qualified }),
  /** The last criterion is left out. */
  missing_criterion: (verdict) => said({ ...verdict, criteria: verdict.criteria.slice(0, -1) }),
  /** The criteria stand in another order. */
  reordered: (verdict) => said({ ...verdict, criteria: [...verdict.criteria].reverse() }),
  /** `met` is text instead of a boolean. */
  not_boolean: (verdict) =>
    said({
      ...verdict,
      criteria: verdict.criteria.map((each) => ({ ...each, met: each.met ? 'yes' : 'no' })),
    }),
  /** Words of 5,000 characters, with HTML. */
  long_words: (verdict) => said({ ...verdict, reason: `<b>because</b> ${'x'.repeat(5_000)}` }),
  /** Plain words instead of JSON. */
  not_json: () => ({ content: 'Yes, in my opinion this person qualifies.' }),
  /** JSON that breaks off, with `finish_reason: length`. */
  length: (verdict) => ({ content: JSON.stringify(verdict).slice(0, 20), finishReason: 'length' }),
  /** `refusal` instead of content. */
  refusal: () => ({ content: null, refusal: 'I am sorry, I cannot help with that.' }),
  /** Nothing, with `finish_reason: content_filter`. */
  content_filter: () => ({ content: null, finishReason: 'content_filter' }),
};

/**
 * Answers on the criteria, each of which is met unless `isUnmet` says otherwise for its number, which begins with 1. An
 * unknown variant counts as none.
 */
export function modelWords(
  criteria: readonly string[],
  isUnmet: (number: number) => boolean,
  variant?: string,
): ModelWords {
  const verdict = verdictOn(criteria, (number) => !isUnmet(number));
  return (variants[variant ?? ''] ?? said)(verdict);
}

function verdictOn(criteria: readonly string[], isMet: (number: number) => boolean): Verdict {
  const judged = criteria.map((criterion, index) => {
    const met = isMet(index + 1);
    return { criterion, met, why: met ? 'The answers say so.' : 'The answers say otherwise.' };
  });
  const qualified = judged.every(({ met }) => met);
  return {
    qualified,
    reason: qualified ? 'All criteria are met.' : 'Not all criteria are met.',
    criteria: judged,
  };
}

const said = (verdict: object): ModelWords => ({ content: JSON.stringify(verdict) });
