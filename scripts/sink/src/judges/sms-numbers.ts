/** Numbers that make the SMS fakes refuse or lose a message, the same for every vendor. */

export const smsNumbers = {
  invalid: '+15005550001',
  optedOut: '+15005550004',
  notMobile: '+15005550009',
  /** Accepted, then reported as undelivered. */
  undelivered: '+15005550010',
  /** Accepted, then reported as not sent because the recipient opted out, as by Twilio's messaging services. */
  optedOutLater: '+15005550011',
} as const;

/** Whether a text is a number in E.164. */
export function isE164(value: string | undefined): value is string {
  return value !== undefined && /^\+[1-9]\d{6,14}$/.test(value);
}
