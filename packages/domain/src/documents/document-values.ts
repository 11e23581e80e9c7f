/** The values that fill in a document: those of the lead's fields, else what the field's template makes of them. */
import type { CampaignDocument, DocumentField } from '@sluice/contracts';
import { allFieldValues, fieldValue, type FieldSource } from '../conditions/field-value.js';
import { renderTemplate, templateProblem } from '../templates/template.js';

/** The values by the vendor's names, or why one cannot be made. */
export type DocumentValues =
  | { readonly kind: 'values'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'broken'; readonly because: string };

/** Fills in the fields. One without a value is left out, so that the lead fills it in. */
export function documentValues(fields: readonly DocumentField[], source: FieldSource): DocumentValues {
  const values: [string, string][] = [];
  for (const { name, key, fallback } of fields) {
    const known = key === undefined ? undefined : fieldValue(source, key);
    const own = known === undefined ? '' : textOf(known);
    if (own !== '') {
      values.push([name, own]);
      continue;
    }
    if (fallback === undefined) continue;
    const rendered = renderTemplate(fallback, allFieldValues(source));
    if (rendered.kind === 'broken') return { kind: 'broken', because: `${name}: ${rendered.because}` };
    if (rendered.text !== '') values.push([name, rendered.text]);
  }
  return { kind: 'values', values: Object.fromEntries(values) };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return JSON.stringify(value);
}

/** What is wrong with the fallback templates of a campaign's documents. Checked when they are configured. */
export function documentProblems(documents: readonly CampaignDocument[] = []): readonly string[] {
  return documents.flatMap(({ fieldMappingOverrides = [] }, at) =>
    fieldMappingOverrides.flatMap(({ fallbackTemplate = '' }, index) => {
      const problem = templateProblem(fallbackTemplate);
      const path = `documents.${at}.fieldMappingOverrides.${index}.fallbackTemplate`;
      return problem === undefined ? [] : [`${path}: ${problem}`];
    }),
  );
}
