/** The mails about an account: plain English, and the same in text and in HTML. */
import type { AccountBody, AccountMailFacts, AccountMailKind, NewEffect } from '@sluice/contracts';
import { escapeHtml } from '../text/escape.js';
import { headerText } from './header-text.js';
import type { MailText } from './lead-notice.js';

const KEPT_MS = 30 * 24 * 3_600_000;

/** The effect of a mail that is planned at `now`: one per `effectId`, whoever plans it. */
export function accountMailEffect(
  { effectId, eventId }: Pick<NewEffect, 'effectId' | 'eventId'>,
  body: AccountBody,
  now: Date,
): NewEffect {
  const expiresAt = new Date(now.getTime() + KEPT_MS);
  return { effectId, kind: 'email', eventId, trigger: body.mail, body, expiresAt };
}

/** Writes the mail. `link` is in clear: it is opened only for that. */
export function accountMail({ mail, facts }: Pick<AccountBody, 'mail' | 'facts'>, link = ''): MailText {
  const { subject, lines } = written(mail, facts, link);
  return {
    subject: headerText(subject),
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n'),
  };
}

function written(
  mail: AccountMailKind,
  { by, role, tenantName = 'Sluice' }: AccountMailFacts,
  link: string,
): { readonly subject: string; readonly lines: readonly string[] } {
  switch (mail) {
    case 'invitation': {
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
          link,
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
