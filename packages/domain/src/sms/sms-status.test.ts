import { smsStatusSchema } from '@sluice/contracts';
import { smsStatusAdvances, telnyxSmsStatus, twilioSmsStatus } from './sms-status.js';

describe('the status of a message', () => {
  it.each([
    ['accepted', 'queued'],
    ['scheduled', 'queued'],
    ['queued', 'queued'],
    ['sending', 'queued'],
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['undelivered', 'undelivered'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
    ['receiving', 'received'],
    ['Received', 'received'],
    ['toString', undefined],
  ])('at Twilio %s means %s', (word, status) => expect(twilioSmsStatus(word)).toBe(status));

  it.each([
    ['queued', 'queued'],
    ['sending', 'queued'],
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['sending_failed', 'failed'],
    ['delivery_failed', 'undelivered'],
    ['delivery_unconfirmed', 'sent'],
    ['expired', 'failed'],
    ['no such word', undefined],
  ])('at Telnyx %s means %s', (word, status) => expect(telnyxSmsStatus(word)).toBe(status));

  it.each([
    ['queued', 'sent', true],
    ['queued', 'delivered', true],
    ['sent', 'undelivered', true],
    ['sent', 'failed', true],
    ['delivered', 'sent', false],
    ['failed', 'undelivered', false],
    ['failed', 'sent', false],
    ['undelivered', 'delivered', true],
  ] as const)('goes from %s to %s: %s', (from, to, advances) => {
    expect(smsStatusAdvances(from, to)).toBe(advances);
  });

  it('never goes round in a circle', () => {
    for (const a of smsStatusSchema.options) {
      for (const b of smsStatusSchema.options) {
        expect(smsStatusAdvances(a, b) && smsStatusAdvances(b, a)).toBe(false);
      }
    }
  });
});
