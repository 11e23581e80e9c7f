/** The vendor of a developer's machine: nothing is sent, a line in the log says so. */
import type { SmsVendor } from './sms-vendor.js';

/** What the log is told. The number is shortened and the text left out: logs hold no personal data. */
export interface ConsoleSmsLine {
  readonly messageId: string;
  readonly to: string;
  readonly characters: number;
}

/** A vendor that takes every message and tells `write`. */
export function createConsoleSms(write: (line: ConsoleSmsLine) => void): SmsVendor {
  return {
    provider: 'console',
    async send({ messageId, to, text }) {
      write({ messageId, to: `…${to.slice(-2)}`, characters: text.length });
      return { kind: 'sent', vendorMessageId: `console_${messageId}`, status: 'sent' };
    },
  };
}
