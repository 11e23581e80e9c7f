/** The field library's rules (§2.8): the requirements on values before a lead may qualify. */
import type { FieldLibraryEntry, TraceEntry, ValidationRules } from '@sluice/contracts';
import { plainText } from '../conditions/compare.js';
import { compareExactly, exactNumber } from '../conditions/exact-number.js';
import { writtenNumber } from '../conditions/written-number.js';
import { fieldValue, fileStatus, isPresent } from '../conditions/field-value.js';
import type { LeadFacts } from '../conditions/lead-facts.js';
import { patternCovers, patternWorkOf, type PatternWork } from '../conditions/pattern.js';
import { shortened } from '../conditions/shorten.js';
import { visibleText } from '../text/comparable-text.js';
import { writtenMoment } from '../time/written-moment.js';

/**
 * Checks every active entry that has validation rules. The trace entry names each field that violates a rule, with the
 * rule; its verdict is `passed` if there is none.
 */
export function checkFieldRules(library: readonly FieldLibraryEntry[], facts: LeadFacts): TraceEntry {
  const ruled = library.filter(({ active, validationRules }) => active && validationRules);
  const broken = ruled.flatMap((entry) => {
    const found = entry.category === 'file' ? fileStatus(facts, entry.key) : fieldValue(facts, entry.key);
    const because = problemOf(entry, found, facts.data.country, patternWorkOf(facts));
    return because === undefined ? [] : [brokenRule(entry.key, because, found)];
  });
  return {
    looked: 'field_rules',
    verdict: broken.length > 0 ? 'failed' : 'passed',
    values: { fields: ruled.length },
    of: broken.length > 0 ? broken : undefined,
  };
}

function brokenRule(at: string, because: string, found: unknown): TraceEntry {
  const values = found === undefined ? undefined : { found: shortened(at, found) };
  return { looked: 'field_rule', at, verdict: 'failed', because, values };
}

function problemOf(
  entry: FieldLibraryEntry,
  found: unknown,
  country: string | undefined,
  work: PatternWork,
): string | undefined {
  const rules = entry.validationRules ?? {};
  if (found === undefined) return rules.required === true ? 'required' : undefined;
  // A file's status is set by the service, not sent as a value.
  if (entry.category === 'file') return undefined;
  const values: unknown[] = Array.isArray(found) ? found.filter(isPresent) : [found];
  for (const value of values) {
    const problem =
      typeProblem(entry.dataType, value, country) ??
      textProblem(rules, value, work) ??
      rangeProblem(rules, value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** How a boolean may be written. */
export const truthValues: ReadonlySet<string> = new Set([
  'true',
  'false',
  'yes',
  'no',
  'y',
  'n',
  '1',
  '0',
  'on',
  'off',
]);

function typeProblem(
  dataType: FieldLibraryEntry['dataType'],
  value: unknown,
  country: string | undefined,
): string | undefined {
  switch (dataType) {
    case 'number':
      return writtenNumber(value) === undefined ? 'not_a_number' : undefined;
    case 'boolean':
      return truthValues.has(plainText(value) ?? '') ? undefined : 'not_a_boolean';
    case 'date':
      return writtenMoment(value, country) ? undefined : 'not_a_date';
    default:
      return undefined;
  }
}

function textProblem(
  { pattern, minLength, maxLength }: ValidationRules,
  value: unknown,
  work: PatternWork,
): string | undefined {
  if (pattern === undefined && minLength === undefined && maxLength === undefined) return undefined;
  const text = typeof value === 'string' ? visibleText(value) : plainText(value);
  if (text === undefined) return 'not_text';
  const length = [...text].length;
  if (minLength !== undefined && length < minLength) return 'too_short';
  if (maxLength !== undefined && length > maxLength) return 'too_long';
  // A pattern that cannot be run is a fault of the configuration and must not count against the lead.
  return pattern !== undefined && patternCovers(pattern, text, work) === false ? 'pattern' : undefined;
}

function rangeProblem({ min, max }: ValidationRules, value: unknown): string | undefined {
  if (min === undefined && max === undefined) return undefined;
  const number = writtenNumber(value);
  if (number === undefined) return 'not_a_number';
  const [least, greatest] = [exactNumber(min), exactNumber(max)];
  if (least && compareExactly(number, least) < 0) return 'too_small';
  return greatest && compareExactly(number, greatest) > 0 ? 'too_large' : undefined;
}
