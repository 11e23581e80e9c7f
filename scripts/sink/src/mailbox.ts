/**
 * The mailbox: a mail server that keeps what it is handed beside the requests of the other systems. A mail to `a@b` is
 * received at the path `/mail/a@b`, where a script may refuse it, answer late or drop the connection; a script at
 * `/rcpt/a@b` answers to the address itself. A login with the password `wrong` is refused.
 */
import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Behaviour, Behaviours } from './behaviour.js';
import type { Ledger } from './ledger.js';
import type { Received, ReceivedLog } from './received-log.js';

/** A running mail server. */
export interface Mailbox {
  readonly port: number;
  close(): Promise<void>;
}

/** What it shares with the rest of the sink. */
interface MailboxDeps {
  readonly behaviours: Behaviours;
  readonly received: ReceivedLog;
  readonly ledger: Ledger;
}

const ACCEPTED = 250;
const MOST_BYTES = 2 * 1024 ** 2;

/** Starts it without TLS: it is for loopback. Rejects if the port is taken. */
export async function startMailbox(deps: MailboxDeps, port: number, host: string): Promise<Mailbox> {
  const server: SMTPServer = new SMTPServer({
    banner: 'the mailbox of the demo',
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    size: MOST_BYTES,
    disableReverseLookup: true,
    onAuth({ username = '', password }, _session, answer) {
      if (password === 'wrong') answer(refusal(535, 'the password is wrong'));
      else answer(null, { user: username });
    },
    onRcptTo({ address }, _session, answer) {
      const path = `/rcpt/${address}`;
      const script = deps.behaviours.take(path);
      void later(script, () => {
        if (script?.status === undefined) return answer();
        note(deps, { ...fresh(path), status: script.status });
        answer(refusal(script.status, textOf(script)));
      });
    },
    onData(stream, session, answer) {
      void (async () => {
        const mail = await simpleParser(stream);
        const [{ address } = { address: '' }] = session.envelope.rcptTo;
        const path = `/mail/${address}`;
        const script = deps.behaviours.take(path);
        const { status = ACCEPTED, mode } = script ?? {};
        const isDropped = mode === 'reset' || mode === 'reset_after';
        note(deps, {
          ...fresh(path),
          ...contentOf(mail),
          status: isDropped || mode === 'hang' ? 0 : status,
          mode: mode || undefined,
        });
        await later(script, () => {
          if (isDropped) return drop(server, session);
          if (mode === 'hang') return;
          answer(status === ACCEPTED ? null : refusal(status, textOf(script)), 'kept');
        });
      })().catch((error: unknown) => answer(error as Error));
    },
  });
  // A client that went away early is no error of the mailbox.
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () =>
      new Promise((done) => {
        for (const connection of server.connections) connection._socket.destroy();
        server.close(() => done());
      }),
  };
}

const fresh = (path: string) => ({
  at: new Date().toISOString(),
  method: 'SMTP',
  path,
  headers: {},
  body: '',
});

function contentOf({ subject, from, to, messageId, text, html, attachments }: ParsedMail) {
  const addressed = Array.isArray(to) ? to.map((each) => each.text).join(', ') : to?.text;
  const headers = { subject, from: from?.text, to: addressed, 'message-id': messageId };
  const body = {
    subject,
    text,
    html: html !== false ? html : undefined,
    attachments: attachments.map(({ filename, contentType, content }) => ({
      filename,
      contentType,
      content: content.toString('utf8'),
    })),
  };
  return {
    headers: Object.fromEntries(
      Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    body: JSON.stringify(body),
    key: messageId,
  };
}

function note({ received, ledger }: MailboxDeps, mail: Received): void {
  const { headers: _headers, body: _body, ...line } = mail;
  ledger.append(line);
  received.add(mail);
}

function refusal(status: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: status });
}

function textOf(script: Behaviour | undefined): string {
  return typeof script?.body === 'string' ? script.body : 'refused as scripted';
}

async function later(script: Behaviour | undefined, act: () => void): Promise<void> {
  if (script?.delayMs !== undefined) await new Promise((done) => setTimeout(done, script.delayMs));
  act();
}

function drop(server: SMTPServer, session: SMTPServerSession): void {
  for (const connection of server.connections)
    if (connection.session.id === session.id) connection._socket.destroy();
}
