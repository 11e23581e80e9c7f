/** The mails about an account: plain English, and the same in text and in HTML. */
import { escapeHtml } from '../text/escape.js';
import { headerText } from './header-text.js';
import type { MailText } from './lead-notice.js';

/** A mail about an account, with what its text says. `link` is in clear: it is opened only to write the mail. */
export type AccountMailFacts =
  | {
      readonly mail: 'invitation';
      readonly link: string;
      /** Who invites; absent where a program did. */
      readonly by?: string;
      /** Absent for the installation itself. */
      readonly tenantName?: string;
      readonly role?: string;
    }
  | { readonly mail: 'password_reset'; readonly link: string }
  | { readonly mail: 'password_changed' }
  | { readonly mail: 'second_factor_removed' };

/** Writes the mail. */
export function accountMail(facts: AccountMailFacts): MailText {
  const { subject, lines } = written(facts);
  return {
    subject: headerText(subject),
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n'),
  };
}

function written(facts: AccountMailFacts): { readonly subject: string; readonly lines: readonly string[] } {
  switch (facts.mail) {
    case 'invitation': {
      const { by, role, link, tenantName = 'Sluice' } = facts;
      const as = role === undefined ? '' : ` with the role "${role}"`;
      const invited = by === undefined ? 'You are invited' : `${by} invites you`;
      return {
        subject: `Invitation to ${tenantName}`,
        lines: [
          `${invited} to ${tenantName}${as}.`,
          link,
          'The link is valid for 7 days and works once. If you did not expect it, you need not do anything.',
        ],
      };
    }
    case 'password_reset':
      return {
        subject: 'Set a new password',
        lines: [
          'Somebody asked for a new password for your account. Set it here:',
          facts.link,
          'The link is valid for 30 minutes and works once. If it was not you, you need not do anything: your password stays as it is.',
        ],
      };
    case 'password_changed':
      return {
        subject: 'Your password was changed',
        lines: ['The password of your account was changed.', NOT_YOU],
      };
    case 'second_factor_removed':
      return {
        subject: 'A second factor was removed',
        lines: ['The second factor of your account was removed.', NOT_YOU],
      };
  }
}

const NOT_YOU = 'If it was not you, set a new password at once and tell whoever runs this installation.';
