/** A person as lists and timelines show one until an operator asks for more. */
import type { LeadData } from '@sluice/contracts';
import { shortened } from '@sluice/domain';

/** The person by first letters, domain and last digits; nothing of an erased one. */
export function maskedPerson({ firstName, lastName, email, phone }: LeadData) {
  const name = [firstName, lastName].flatMap((part) => (part ? [text('name', part)] : [])).join(' ');
  return {
    ...(name !== '' && { name }),
    ...(email !== undefined && { email: text('email', email) }),
    ...(phone !== undefined && { phone: text('phone', phone) }),
  };
}

/** A value of the field `key` as text: whole, or so that it does not say who the person is. */
export function shownValue(key: string, value: unknown, reveal: boolean): string {
  const shown = reveal ? value : shortened(key, value);
  return typeof shown === 'string' ? shown : JSON.stringify(shown);
}

function text(key: string, value: string): string {
  return shownValue(key, value, false);
}
