/** A lead's data as callers send it, before it is normalised (§2.4). */
import type { DataFields, FieldKind, LeadData, SentFieldName, StoredKinds } from '@sluice/contracts';

/** The values by their kinds as they are sent, where that is not how they are stored. */
export interface SentKinds extends Omit<StoredKinds, 'answers'> {
  /** Answers by key, or a list of questions with their answers. */
  answers: Readonly<Record<string, unknown>> | readonly unknown[];
}

type Sent<Name extends SentFieldName> = DataFields[Name] extends { readonly kind: 'parts' }
  ? { readonly [Part in keyof NonNullable<LeadData[Name]>]?: string | undefined }
  : SentKinds[DataFields[Name]['kind'] & FieldKind];

/** The contact, answers and context of a lead as they were sent; unknown members are ignored. */
export type LeadInput = { readonly [Name in SentFieldName]?: Sent<Name> | undefined };
