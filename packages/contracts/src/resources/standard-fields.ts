/** The fields that every tenant's library starts with: the lead's own, and those of attribution. */
import type { ValueColumns } from '../lead-fields/columns.js';
import { leadItself } from '../lead-fields/lead-itself.js';
import { sourceValues } from '../lead-fields/source-fields.js';
import { inOrder } from '../lead-fields/orders.js';
import { trackingFields, trackingNames } from '../lead-fields/tracking-fields.js';
import { dataValues } from '../lead-fields/values.js';
import type { FieldCategory, FieldLibraryEntryInput } from './field-library.js';

const tracking = inOrder(trackingNames, ['captureUrl', 'ipAddress', 'userAgent']);

const declared: readonly (readonly [key: string, library: ValueColumns['library']])[] = [
  ...Object.entries(leadItself).map(([key, { library }]) => [key, library] as const),
  ...sourceValues.map(({ name, says }) => [name, says.library] as const),
  ...dataValues.map(({ name, says }) => [name, says.library] as const),
  ...tracking.map((name) => [name, trackingFields[name].library] as const),
];

const categories = new Set<FieldCategory>([
  ...(['contact', 'system'] as const),
  ...declared.flatMap(([, library]) => (library === false ? [] : [library[0]])),
]);

/** The standard entries of the field library, in the order in which they are listed. */
export const standardFields: readonly FieldLibraryEntryInput[] = [...categories].flatMap((category) =>
  declared.flatMap(([key, library]) =>
    library === false || library[0] !== category
      ? []
      : [{ key, label: library[1], category, dataType: library[2], isStandard: true, active: true }],
  ),
);
