/** One conversation with a mail server: connects through the outbound guard, logs in, and hands over one mail. */
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { failureReason } from '../http/failure-reason.js';
import type { OpenSocket } from '../http/guarded-connections.js';
import type { FailureReason } from '../http/outbound-answer.js';
import { composeMail, HeaderBreakError, type Mail } from './compose-mail.js';
import type { MailServer } from './mail-server.js';

/** The longest time that handing over a mail takes, from the name's resolution to the server's last answer. */
export const MAIL_TIMEOUT_MS = 60_000;

/** How it ended. `text` is what the server said; it may quote the address. */
export type MailAnswer =
  | { readonly kind: 'accepted'; readonly text: string; readonly durationMs: number }
  /** A reply 5xx: another attempt would get the same. `ofRecipient`: the address itself was refused. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly text: string;
      readonly ofRecipient: boolean;
      readonly durationMs: number;
    }
  /** No mail was accepted as far as is known. `status` is a reply 4xx. */
  | {
      readonly kind: 'failed';
      readonly reason: FailureReason;
      readonly status?: number;
      readonly text?: string;
      /** False only if the server certainly has no whole mail. */
      readonly mayHaveArrived: boolean;
      readonly durationMs: number;
    };

/** Hands mails to mail servers. */
export interface MailClient {
  /** Makes one attempt; never rejects, and never takes longer than `timeoutMs`. */
  send(server: MailServer, mail: Mail, timeoutMs?: number): Promise<MailAnswer>;
}

/** Where a conversation stands. */
type Phase = 'connecting' | 'greeting' | 'login' | 'envelope' | 'text';

/** Creates a client whose sockets `openSocket` opens, which checks their addresses. */
export function createMailClient(openSocket: OpenSocket): MailClient {
  return {
    async send(server, mail, timeoutMs = MAIL_TIMEOUT_MS) {
      const startedAt = performance.now();
      const since = () => Math.round(performance.now() - startedAt);
      let bytes: Buffer;
      try {
        bytes = await composeMail(mail);
      } catch (error) {
        if (!(error instanceof HeaderBreakError)) throw error;
        return { kind: 'failed', reason: 'invalid_request', mayHaveArrived: false, durationMs: since() };
      }
      let socket: Socket;
      try {
        socket = await openSocket({ host: server.host, port: server.port, withinMs: timeoutMs });
      } catch (error) {
        return { kind: 'failed', reason: failureReason(error), mayHaveArrived: false, durationMs: since() };
      }
      const answer = await converse(server, { mail, bytes, socket }, timeoutMs - since());
      return { ...answer, durationMs: since() };
    },
  };
}

interface Sending {
  readonly mail: Mail;
  readonly bytes: Buffer;
  readonly socket: Socket;
}

type Ended = MailAnswer extends infer Each
  ? Each extends MailAnswer
    ? Omit<Each, 'durationMs'>
    : never
  : never;

function converse(server: MailServer, { mail, bytes, socket }: Sending, withinMs: number): Promise<Ended> {
  const { login } = server;
  const isLoopback = /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
  return new Promise((resolve) => {
    let phase: Phase = 'greeting';
    const connection = new SMTPConnection({
      host: server.host,
      port: server.port,
      secure: server.secure,
      connection: socket,
      // On loopback nobody listens, and a server there has rarely a certificate that is valid.
      ...(isLoopback ? { ignoreTLS: true } : { requireTLS: login !== undefined }),
      greetingTimeout: withinMs,
      socketTimeout: withinMs,
      socketCloseTimeout: 1_000,
      logger: false,
    });
    let isSettled = false;
    const settle = (ended: Ended) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(deadline);
      // A late error of the socket concerns nobody any more.
      connection.on('error', () => undefined);
      if (ended.kind === 'accepted') connection.quit();
      else connection.close();
      resolve(ended);
    };
    const failed = (error: SMTPConnection.SMTPError) => settle(outcomeOf(error, phase));
    const deadline = setTimeout(
      () => settle({ kind: 'failed', reason: 'timeout', mayHaveArrived: phase === 'text' }),
      withinMs,
    );
    connection.once('error', failed);
    connection.once('end', () =>
      settle({ kind: 'failed', reason: 'reset', mayHaveArrived: phase === 'text' }),
    );
    const handOver = () => {
      phase = 'envelope';
      // The text is read only once the server has agreed to take it.
      const text = Readable.from(
        (function* () {
          phase = 'text';
          yield bytes;
        })(),
        { objectMode: false },
      );
      connection.send({ from: mail.from, to: [mail.to], size: bytes.length }, text, (error, info) => {
        if (error) return failed(error);
        settle({ kind: 'accepted', text: info?.response ?? '' });
      });
    };
    connection.connect((error) => {
      if (error) return failed(error);
      if (!login) return handOver();
      if (!isLoopback && !connection.secure)
        return settle({ kind: 'failed', reason: 'password_in_clear', mayHaveArrived: false });
      phase = 'login';
      connection.login({ user: login.user, pass: login.password }, (refused) => {
        if (refused) failed(refused);
        else handOver();
      });
    });
  });
}

// A reply decides; without one it is the phase that tells whether the server may have the mail.
function outcomeOf(error: SMTPConnection.SMTPError, phase: Phase): Ended {
  const { responseCode: status, response: text = '', code, command = '' } = error;
  if (status !== undefined && status >= 400 && status < 500)
    return {
      kind: 'failed',
      reason: phase === 'login' ? 'login_refused' : 'server_busy',
      status,
      text,
      mayHaveArrived: false,
    };
  if (phase === 'login' && (status !== undefined || code === 'EAUTH' || code === 'ENOAUTH'))
    return {
      kind: 'failed',
      reason: 'login_refused',
      ...(status !== undefined && { status }),
      text,
      mayHaveArrived: false,
    };
  if (code === 'EREQUIRETLS' || (code === 'ETLS' && error.responseCode !== undefined))
    return { kind: 'failed', reason: 'password_in_clear', mayHaveArrived: false };
  if (status !== undefined && status >= 500)
    return { kind: 'refused', status, text, ofRecipient: phase === 'envelope' && command === 'RCPT TO' };
  // The server does not take mails of this size, or such addresses: nothing was sent, and another attempt is the same.
  if (phase === 'envelope' && (code === 'EMESSAGE' || code === 'EENVELOPE'))
    return { kind: 'failed', reason: 'invalid_request', mayHaveArrived: false };
  return { kind: 'failed', reason: reasonOf(error), mayHaveArrived: phase === 'text' };
}

function reasonOf(error: SMTPConnection.SMTPError): FailureReason {
  if (error.code === 'ETLS') return 'tls';
  if (error.code === 'ETIMEDOUT') return 'timeout';
  const known = failureReason(error);
  return known === 'unknown' ? 'reset' : known;
}
