/** Whether TrustedForm is asked about the certificate of a lead, and when. */
import type { Campaign, CheckName, PlannedConsent, TrustedForm } from '@sluice/contracts';
import { fieldValue, type FieldSource } from '../conditions/field-value.js';
import { certificateId, consentCheck } from './certificate.js';

/** When a campaign asks: before its leads are routed, or before its buyer gets one. */
export type ConsentTime = 'at_qualification' | 'before_delivery';

/** What a campaign asks of certificates at this time; undefined if that is nothing. */
export function consentAsked(
  { consent }: Pick<Campaign, 'consent'>,
  time: ConsentTime,
): TrustedForm | undefined {
  const asked = consent?.trustedForm;
  if (!asked) return undefined;
  return (asked.retain === 'at_qualification') === (time === 'at_qualification') ? asked : undefined;
}

/** Whether TrustedForm is asked about a lead of a campaign that asks for a certificate. */
export function planConsent(
  { field, required, retain, onFailure, onError }: TrustedForm,
  source: FieldSource,
  byPerson: ReadonlySet<CheckName>,
): PlannedConsent {
  const actions = { onFailure, onError };
  const url = fieldValue(source, field);
  if (source.isTest) return { ...actions, kind: 'not_asked', because: 'test_lead' };
  if (url === undefined)
    return required
      ? { ...actions, kind: 'known', status: 'consent_missing' }
      : { ...actions, kind: 'not_asked', because: 'no_values' };
  const id = certificateId(url);
  if (id === undefined) return { ...actions, kind: 'known', status: 'consent_invalid' };
  const check = consentCheck(id, retain === 'after_acceptance' ? 'match' : undefined);
  if (byPerson.has(check)) return { ...actions, kind: 'not_asked', because: 'by_person' };
  // A certificate is matched with one of the two at least.
  const { email, phone } = source.data;
  return email || phone
    ? { ...actions, kind: 'ask', check, field }
    : { ...actions, kind: 'known', status: 'consent_failed' };
}

const HOUR_MS = 3_600_000;
/** TrustedForm keeps a certificate for three days unless it is retained; this leaves a day for trouble. */
const EARLY_AFTER_MS = 48 * HOUR_MS;

/** Whether the certificate of a lead that came in at `receivedAt` is retained before it is held until then. */
export function isRetainedEarly(receivedAt: Date, heldUntil: Date): boolean {
  return heldUntil.getTime() - receivedAt.getTime() > EARLY_AFTER_MS;
}
