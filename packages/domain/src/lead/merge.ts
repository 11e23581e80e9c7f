/** Later data about a known person: a re-submission, a repost with a modified payload, a bulk update. */
import { mapsThat, respelledFields, type LeadData, type MapName } from '@sluice/contracts';
import type { LeadInput } from './lead-input.js';
import { normaliseLead } from './normalise.js';
import type { FieldNames } from './questionnaire.js';
import { withoutUndefined } from './without-undefined.js';

const mergedByKey = mapsThat('mergedByKey');

/**
 * Returns `existing` updated with `changes`, normalised. Answers and custom fields are merged by key, and list items
 * that match no field are added. Every other given member replaces the old one.
 */
export function mergeLead(existing: LeadData, changes: LeadInput, fields: FieldNames): LeadData {
  const country = changes.country ?? existing.country;
  // A number that could not be parsed is parsed again once the country is known.
  const phone = changes.phone ?? (existing.phoneValid === false ? existing.phone : undefined);
  const changed = normaliseLead({ ...changes, country, phone }, fields);
  return withoutUndefined({
    ...existing,
    ...changed,
    ...mergedMaps(existing, changed),
    unmatchedAnswers: joined(existing.unmatchedAnswers, changed.unmatchedAnswers),
    asSent: asSentAfter(existing, changed),
  });
}

function mergedMaps(existing: LeadData, changed: LeadData): Pick<LeadData, MapName> {
  return Object.fromEntries(mergedByKey.map((name) => [name, merged(existing[name], changed[name])]));
}

type Values = Readonly<Record<string, unknown>>;

function merged(old: Values | undefined, changes: Values | undefined): Values | undefined {
  return old && changes ? { ...old, ...changes } : (changes ?? old);
}

function joined(
  old: readonly unknown[] | undefined,
  more: readonly unknown[] | undefined,
): readonly unknown[] | undefined {
  if (!old || !more) return more ?? old;
  // Sending the same form twice must not make the list grow.
  const seen = new Set(old.map((item) => JSON.stringify(item)));
  return [...old, ...more.filter((item) => !seen.has(JSON.stringify(item)))];
}

// The sent form of an old value does not apply to a new one.
function asSentAfter(existing: LeadData, changed: LeadData): LeadData['asSent'] {
  const asSent = respelledFields.flatMap((field) => {
    const sent = (changed[field] === undefined ? existing : changed).asSent?.[field];
    return sent === undefined ? [] : [[field, sent] as const];
  });
  return asSent.length === 0 ? undefined : Object.fromEntries(asSent);
}
