/** A person as lists and timelines show one until an operator reveals it. */
import type { LeadData } from '@sluice/contracts';
import { shortened } from '@sluice/domain';

/** The person by first letters, domain and last digits; empty for an erased person. */
export function maskedPerson({ firstName, lastName, email, phone }: LeadData) {
  const name = [firstName, lastName].flatMap((part) => (part ? [text('name', part)] : [])).join(' ');
  return {
    name: name !== '' ? name : undefined,
    email: email === undefined ? undefined : text('email', email),
    phone: phone === undefined ? undefined : text('phone', phone),
  };
}

/**
 * A value of the field `key` as text: whole if `reveal` is set, otherwise masked so that it does not identify the
 * person.
 */
export function shownValue(key: string, value: unknown, reveal: boolean): string {
  const shown = reveal ? value : shortened(key, value);
  return typeof shown === 'string' ? shown : JSON.stringify(shown);
}

function text(key: string, value: string): string {
  return shownValue(key, value, false);
}
