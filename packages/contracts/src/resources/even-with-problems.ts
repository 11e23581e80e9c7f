/** Refinements that concern several fields, reported together with the problems of single fields. */

/**
 * Lets a refinement of an object run even if some of its fields have problems, so that all problems are reported at
 * once. The refinement may then see fields of a wrong type.
 */
export const evenWithProblems = {
  when: ({ value }: { value: unknown }) =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
};
