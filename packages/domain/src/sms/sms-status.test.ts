import { smsStatusSchema } from '@sluice/contracts';
import { smsStatusesBefore } from './sms-status.js';

describe('the status of an SMS message', () => {
  it.each([
    ['queued', 'sent', true],
    ['queued', 'delivered', true],
    ['sent', 'undelivered', true],
    ['sent', 'failed', true],
    ['sent', 'sent', false],
    ['delivered', 'sent', false],
    ['failed', 'undelivered', false],
    ['failed', 'sent', false],
    ['undelivered', 'delivered', true],
  ] as const)('goes from %s to %s: %s', (from, to, advances) => {
    expect(smsStatusesBefore(to).includes(from)).toBe(advances);
  });

  it('never changes back', () => {
    for (const a of smsStatusSchema.options) {
      for (const b of smsStatusSchema.options) {
        expect(smsStatusesBefore(a).includes(b) && smsStatusesBefore(b).includes(a)).toBe(false);
      }
    }
  });
});
