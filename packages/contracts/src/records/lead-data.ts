/**
 * A lead's data as the pipeline uses it: as sent, but normalised. Stored in each submission, so that a repeated
 * decision uses the same values.
 */
import type { FieldKind, StoredKinds } from '../lead-fields/columns.js';
import type { DataFields, RespelledName } from '../lead-fields/lead-fields.js';

type Stored<Row> = Row extends { readonly kind: 'parts'; readonly parts: infer Parts }
  ? { readonly [Part in keyof Parts]?: string }
  : Row extends { readonly kind: infer Kind extends FieldKind }
    ? StoredKinds[Kind]
    : never;

type Values = { readonly [Name in keyof DataFields]?: Stored<DataFields[Name]> };

/** Values of one lead: those of the table of fields. Absent means not sent. */
export interface LeadData extends Values {
  /** The sent form of values that normalisation changed. */
  readonly asSent?: { readonly [Name in RespelledName]?: string };
}
