/** The mail server that a tenant's mails go through: its own, else the installation's. */
import type { SmtpCredentials } from '@sluice/contracts';

/** A mail server, and the address that mails come from. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly secure: boolean;
  readonly login?: { readonly user: string; readonly password: string };
  readonly from: string;
}

const SECURE_PORT = 465;
const SUBMISSION_PORT = 587;

/** The server of `SMTP_URL` and `MAIL_FROM`; undefined unless both are set. */
export function parseMailServer(url: string | undefined, from: string | undefined): MailServer | undefined {
  if (url === undefined || from === undefined) return undefined;
  const { protocol, hostname, port, username, password } = new URL(url);
  return mailServer(
    {
      host: hostname.replace(/^\[|\]$/g, ''),
      ...(port !== '' && { port: Number(port) }),
      secure: protocol === 'smtps:',
      user: decoded(username),
      password: decoded(password),
      from,
    },
    undefined,
  );
}

// A percent sign that begins no escape is one of the password, and must not keep a service from starting.
function decoded(part: string): string {
  return part.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}

/** The tenant's own server if its credentials name one with a sender, else `installation`'s. */
export function mailServer(
  { host, secure, port, user, password, from }: SmtpCredentials = {},
  installation: MailServer | undefined,
): MailServer | undefined {
  if (!host || !from) return installation;
  const isSecure = secure === true || secure === 'true';
  return {
    host,
    port: Number(port) || (isSecure ? SECURE_PORT : SUBMISSION_PORT),
    secure: isSecure,
    login: user ? { user, password: password ?? '' } : undefined,
    from,
  };
}
