/**
 * The progress of a message: `queued → sent → delivered | undelivered | failed`. Vendors' own terms are mapped
 * elsewhere.
 */
import { smsStatusSchema, type SmsStatus } from '@sluice/contracts';

const stepOf: Readonly<Record<SmsStatus, number>> = {
  queued: 0,
  sent: 1,
  undelivered: 2,
  failed: 2,
  delivered: 3,
  received: 3,
};

/**
 * The statuses from which a message may become `to`. Callbacks can overtake each other, so a message never goes back;
 * the handset's receipt overrides an earlier failure report.
 */
export function smsStatusesBefore(to: SmsStatus): readonly SmsStatus[] {
  return smsStatusSchema.options.filter((from) => stepOf[to] > stepOf[from]);
}
