/** A lead's data: reading, changing and finding it. */
export * from './lead-input.js';
export { leadZones } from './lead-zones.js';
export { libraryEntries } from './library-entries.js';
export * from './merge.js';
export * from './normalise.js';
export { identifyingPhone, normalisePhone, possiblePhone, type NormalisedPhone } from './phone.js';
export * from './questionnaire.js';
export * from './search-words.js';
export { subIdsOf } from './sub-ids.js';
export { fieldCalled, plainName, suggestedField } from './suggested-field.js';
export * from './tracking.js';
export * from './without-accents.js';
