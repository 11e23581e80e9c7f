/** The SMS vendor of a developer's machine: it sends nothing and logs a line instead. */
import type { SmsVendor } from './sms-vendor.js';

/** The content of the log line. The number is shortened and the text left out, because logs hold no personal data. */
export interface ConsoleSmsLine {
  readonly messageId: string;
  readonly to: string;
  readonly characters: number;
}

/** A vendor that accepts every message and passes a line to `write`. */
export function createConsoleSms(write: (line: ConsoleSmsLine) => void): SmsVendor {
  return {
    provider: 'console',
    async send({ messageId, to, text }) {
      write({ messageId, to: `…${to.slice(-2)}`, characters: text.length });
      return { kind: 'sent', vendorMessageId: `console_${messageId}`, status: 'sent' };
    },
  };
}
