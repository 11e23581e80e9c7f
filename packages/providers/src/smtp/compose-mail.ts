/** Writes a mail out as it goes over the wire. Nothing in it is ever read from a file or a URL. */
import MailComposer from 'nodemailer/lib/mail-composer';

/** A mail to one recipient. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** Always there, for readers without HTML. */
  readonly text: string;
  /** With every value in it escaped. */
  readonly html?: string;
  /** The same for every attempt, so that a mailbox may recognise a repeated mail. */
  readonly messageId: string;
  readonly date: Date;
  readonly attachment?: {
    readonly filename: string;
    readonly contentType: string;
    readonly content: string;
  };
}

/** A header would have a line break, and so could add headers of its own. */
export class HeaderBreakError extends Error {
  override readonly name = 'HeaderBreakError';
}

/** The mail as bytes. Throws a {@link HeaderBreakError} if a header has a line break or another control character. */
export async function composeMail(mail: Mail): Promise<Buffer> {
  const { from, to, subject, text, html, messageId, date, attachment } = mail;
  const headers = [from, to, subject, messageId, attachment?.filename, attachment?.contentType];
  // eslint-disable-next-line no-control-regex
  if (headers.some((value) => value !== undefined && /[\u0000-\u001f\u007f\u2028\u2029]/.test(value)))
    throw new HeaderBreakError('a header of a mail has a line break');
  const composer = new MailComposer({
    // As an object, so that an address is never read as a list of several.
    from: { name: '', address: from },
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId,
    date,
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: attachment && [{ ...attachment }],
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
