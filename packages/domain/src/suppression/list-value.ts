/** The form in which a suppression list knows a value: what its entries are made of. */
import { canonicalEmail, emailSchema, type LeadData, type SuppressionList } from '@sluice/contracts';
import { createHash } from 'node:crypto';
import { validPhone } from './valid-phone.js';

type Form = Pick<SuppressionList, 'kind' | 'hashed' | 'phones' | 'country'>;

const digestOf = { sha256: /^[0-9a-f]{64}$/i, md5: /^[0-9a-f]{32}$/i } as const;

/** A value as it was sent, in the list's form; undefined for what is no number, address or digest of it. */
export function listedForm(list: Form, sent: string): string | undefined {
  const text = sent.trim();
  if (list.hashed && digestOf[list.hashed].test(text)) return text.toLowerCase();
  if (list.kind === 'phone') return phoneForm(list, text, list.country);
  return emailSchema.safeParse(text).success ? hashedForm(list, canonicalEmail(text)) : undefined;
}

/** The most places that are named of values that cannot be listed. */
const MOST_PLACES = 1_000;

/** Those of `sent` that can be listed, in the list's form; how many cannot, and their first places, from 1 on. */
export function listedForms(list: Form, sent: readonly string[]) {
  const all = sent.map((value) => listedForm(list, value));
  const forms = all.filter((form) => form !== undefined);
  const places = all.flatMap((form, index) => (form === undefined ? [index + 1] : []));
  return { forms, invalid: places.length, places: places.slice(0, MOST_PLACES) };
}

/** The value by which a list knows a lead; undefined if it has none that could be listed. */
export function listedFormOf(
  list: Form,
  { phone, phoneValid, email, country }: Pick<LeadData, 'phone' | 'phoneValid' | 'email' | 'country'>,
): string | undefined {
  if (list.kind === 'email') return email === undefined ? undefined : hashedForm(list, canonicalEmail(email));
  return phone === undefined || phoneValid === false ? undefined : phoneForm(list, phone, country);
}

function phoneForm(list: Form, sent: string, country: string | undefined): string | undefined {
  const valid = validPhone(sent, country);
  if (!valid) return undefined;
  const { number, nationalNumber } = valid;
  if (!list.hashed) return number;
  const { phones = 'e164' } = list;
  return hashedForm(
    list,
    phones === 'e164' ? number : phones === 'digits' ? number.slice(1) : nationalNumber,
  );
}

function hashedForm({ hashed }: Form, text: string): string {
  return hashed ? createHash(hashed).update(text).digest('hex') : text;
}
