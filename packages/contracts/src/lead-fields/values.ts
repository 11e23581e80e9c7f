/** What a lead's data consists of: single values, be they fields or parts of one, and maps of values by keys. */
import type { LeadData } from '../records/lead-data.js';
import type { MapField, ValueColumns } from './columns.js';
import { dataFieldNames, rowOf, type DataFieldName, type MapName } from './lead-fields.js';

/** A value of a lead's data. */
export interface DataValue {
  /** Its own name, which no other value has: that of the field or of the part. */
  readonly name: string;
  /** How a body or a file names it, e.g. `address.zip`. */
  readonly path: string;
  readonly says: ValueColumns;
  /** Undefined if the lead has no such value. */
  readonly of: (data: LeadData) => unknown;
}

/** Every value, in the order of the table. */
export const dataValues: readonly DataValue[] = dataFieldNames.flatMap(valuesOf);

/** Every map, in the order of the table. */
export const dataMaps: readonly { readonly name: MapName; readonly says: MapField }[] =
  dataFieldNames.flatMap((name) => {
    const says = rowOf(name);
    return 'sections' in says ? [{ name: name as MapName, says }] : [];
  });

/** The maps of which the table says this. */
export function mapsThat(said: 'mergedByKey' | 'updatedByEntry'): readonly MapName[] {
  return dataMaps.flatMap(({ name, says }) => (says[said] ? [name] : []));
}

/** The fields of named parts. */
export const dataParts = dataFieldNames.filter((name) => rowOf(name).kind === 'parts');

function valuesOf(name: DataFieldName): readonly DataValue[] {
  const row = rowOf(name);
  if (row.kind === 'parts') {
    return Object.entries(row.parts).map(([part, says]) => ({
      name: part,
      path: `${name}.${part}`,
      says,
      of: (data) => (data[name] as Readonly<Record<string, unknown>> | undefined)?.[part],
    }));
  }
  return 'keys' in row ? [{ name, path: name, says: row, of: (data) => data[name] }] : [];
}
