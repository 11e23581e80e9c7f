/** What is known of a lead's source, as conditions, mapped fields, templates and webhooks name it. No body sends it. */
import { subIdNames, type LeadSource } from '../records/lead-source.js';
import type { ValueColumns } from './columns.js';

/** A value of a lead's source. */
export interface SourceValue {
  readonly name: string;
  readonly says: ValueColumns;
  /** Undefined if the lead has none. */
  readonly of: (source: LeadSource) => string | undefined;
}

const unsent = { search: false, receivers: ['webhooks'], columns: false } as const;

/**
 * Every value, in its order. A key of one never means what was sent under that name, so that no sender can claim to be
 * a supplier.
 */
export const sourceValues: readonly SourceValue[] = [
  {
    name: 'supplierId',
    says: {
      ...unsent,
      keys: ['supplierId', 'supplier_id', 'supplier'],
      library: ['system', 'Supplier', 'string'],
      personal: 'nothing',
    },
    of: ({ supplierId }) => supplierId,
  },
  ...subIdNames.map((name, n) => ({
    name,
    says: {
      ...unsent,
      keys: [name, `sub_id_${n + 1}`],
      library: ['system', `Sub ID ${n + 1}`, 'string'],
      // The first names a site. The others are often clicks of one person.
      personal: n === 0 ? 'nothing' : 'words',
    } as const,
    of: ({ subIds }: LeadSource) => subIds?.[name],
  })),
];
