/** A lead's data as callers send it, before it is normalised (§2.4). */
import type { LeadData } from '@sluice/contracts';

type Sent<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The contact, answers and context of a lead as they were sent; unknown members are ignored. */
export interface LeadInput extends Sent<
  Omit<LeadData, 'address' | 'questionnaire' | 'unmatchedAnswers' | 'phoneValid' | 'asSent'>
> {
  readonly address?: Sent<NonNullable<LeadData['address']>> | undefined;
  /** Answers by key, or a list of questions with their answers. */
  readonly questionnaire?: Readonly<Record<string, unknown>> | readonly unknown[] | undefined;
}
