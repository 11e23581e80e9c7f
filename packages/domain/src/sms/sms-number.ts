/** The one spelling of a phone number under which messages, opt-outs and people are matched. */
import { withoutInvisible } from '@sluice/contracts';
import { possiblePhone } from '../lead/phone.js';

/** Some vendors name the channel in front of a number, e.g. `rcs:+14155550132`; the person is the same. */
const channel = /^(?:sms|mms|rcs|whatsapp|tel):/i;

/**
 * Returns E.164 for everything that can be a phone number; an international number may lack its plus sign. Anything
 * else, e.g. a short code or the name of a sender, comes back without spaces around it.
 */
export function smsNumber(sent: string, country?: string): string {
  const plain = withoutInvisible(sent).trim().replace(channel, '').trim();
  const possible = possiblePhone(plain, country);
  if (possible !== undefined) return possible;
  const digits = plain.replace(/\D/g, '');
  // Fewer digits may be a short code or a number within a country.
  return (digits.length > 10 ? possiblePhone(`+${digits}`) : undefined) ?? plain;
}
