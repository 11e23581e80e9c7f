/**
 * Refinements that concern several fields, reported together with the problems of single fields. A check that aborts,
 * such as `abort: true` or `z.int()`, would still keep them from running; no field of a body has one.
 */

/**
 * Lets a refinement of an object run even if some of its fields have problems, so that all problems are reported at
 * once. The refinement may then see fields of a wrong type.
 */
export const evenWithProblems = {
  when: ({ value }: { value: unknown }) => isObject(value),
};

/** The same for a refinement of a list, whose items may then be of a wrong type. */
export const evenWithProblemItems = {
  when: ({ value }: { value: unknown }) => Array.isArray(value),
};

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The items of a field that should hold a list; none if it holds something else. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
