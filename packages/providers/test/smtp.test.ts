/** Mails over a real SMTP conversation with the sink's mailbox, and with servers that break it off. */
import { createServer, type Socket } from 'node:net';
import { startSink } from '@sluice/sink';
import { duringTests, listen } from '@sluice/testing';
import {
  createMailClient,
  createOpenSocket,
  mailServer,
  parseMailServer,
  type Mail,
  type MailServer,
} from '../src/index.js';
import { deadPort } from './loopback.js';

const sink = duringTests(() => startSink({ port: 0 }));
beforeEach(() => {
  sink.clear();
  sink.unscript();
});

const client = createMailClient(createOpenSocket(['127.0.0.0/8']));
const server = (more: Partial<MailServer> = {}): MailServer => ({
  host: '127.0.0.1',
  port: sink.smtpPort,
  secure: false,
  from: 'leads@sluice.example',
  ...more,
});
const mail = (more: Partial<Mail> = {}): Mail => ({
  from: 'leads@sluice.example',
  to: 'buyer@acme.example',
  subject: 'New lead: Ärzte & Co',
  text: 'A lead\n.\nwith a dot\n',
  html: '<p>A lead</p>',
  messageId: '<sub_1.x@sluice>',
  date: new Date('2026-03-01T12:00:00Z'),
  ...more,
});
const inbox = () =>
  sink.received({ path: '/mail/*' }).map(({ body, headers, key, status }) => ({
    ...(JSON.parse(body) as { subject: string; text: string; html?: string; attachments: unknown[] }),
    headers,
    key,
    status,
  }));

it('a mail arrives with both of its texts, its attachment and its Message-ID', async () => {
  const attachment = { filename: 'lead.json', contentType: 'application/json', content: '{"a":"ä"}' };
  expect(await client.send(server(), mail({ attachment }))).toMatchObject({ kind: 'accepted' });
  expect(inbox()).toMatchObject([
    {
      subject: 'New lead: Ärzte & Co',
      text: 'A lead\n.\nwith a dot\n',
      html: '<p>A lead</p>',
      attachments: [attachment],
      key: '<sub_1.x@sluice>',
      headers: { from: 'leads@sluice.example', to: 'buyer@acme.example' },
    },
  ]);
});

it.each([
  { subject: 'New lead\r\nBcc: other@example.com' },
  { subject: 'a\nb' },
  { to: 'a@b.example\r\nBcc: other@example.com' },
  { messageId: '<a@b>\r\nX: y' },
])('a header with a line break is refused, and nothing is sent: %j', async (more) => {
  expect(await client.send(server(), mail(more))).toMatchObject({
    kind: 'failed',
    reason: 'invalid_request',
    mayHaveArrived: false,
  });
  expect(sink.received()).toEqual([]);
});

it('an address is one recipient, whatever is in it', async () => {
  await client.send(server(), mail({ to: 'a@b.example, other@example.com' }));
  expect(sink.received({ path: '/mail/other@example.com' })).toEqual([]);
});

it('an address that is not public is called only if it is allowed, also by its name', async () => {
  const guarded = createMailClient(createOpenSocket([]));
  for (const host of ['127.0.0.1', 'localhost']) {
    expect(await guarded.send(server({ host }), mail())).toMatchObject({
      kind: 'failed',
      reason: 'blocked',
      mayHaveArrived: false,
    });
  }
  expect(sink.received()).toEqual([]);
});

describe('the answer of the server', () => {
  it('5xx to the address refuses the address', async () => {
    sink.script({ path: '/rcpt/buyer@acme.example', status: 550, body: 'no such mailbox' });
    expect(await client.send(server(), mail())).toMatchObject({
      kind: 'refused',
      status: 550,
      ofRecipient: true,
      text: expect.stringContaining('no such mailbox') as string,
    });
  });

  it('5xx to the text refuses the mail, not the address', async () => {
    sink.script({ path: '/mail/*', status: 554 });
    expect(await client.send(server(), mail())).toMatchObject({
      kind: 'refused',
      status: 554,
      ofRecipient: false,
    });
  });

  it.each(['/rcpt/*', '/mail/*'])('4xx at %s is for later', async (path) => {
    sink.script({ path, status: 451 });
    expect(await client.send(server(), mail())).toMatchObject({
      kind: 'failed',
      reason: 'server_busy',
      status: 451,
      mayHaveArrived: false,
    });
  });

  it('a wrong password is told from a refused mail', async () => {
    const login = { user: 'demo', password: 'wrong' };
    expect(await client.send(server({ login }), mail())).toMatchObject({
      kind: 'failed',
      reason: 'login_refused',
      status: 535,
      mayHaveArrived: false,
    });
    const right = { user: 'demo', password: 'right' };
    expect(await client.send(server({ login: right }), mail())).toMatchObject({ kind: 'accepted' });
  });

  it('that does not come after the text leaves open whether the mail arrived', async () => {
    sink.script({ path: '/mail/*', mode: 'reset_after', times: 1 });
    expect(await client.send(server(), mail())).toMatchObject({ kind: 'failed', mayHaveArrived: true });
    sink.script({ path: '/mail/*', mode: 'hang', times: 1 });
    expect(await client.send(server(), mail(), 3_000)).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
      mayHaveArrived: true,
    });
  });

  it('that is late to the address leaves nothing open', async () => {
    sink.script({ path: '/rcpt/*', delayMs: 1_000, times: 1 });
    expect(await client.send(server(), mail(), 300)).toMatchObject({
      reason: 'timeout',
      mayHaveArrived: false,
    });
  });
});

describe('a server', () => {
  let answers: (socket: Socket) => void;
  const heard: string[] = [];
  const odd = duringTests(() =>
    listen(
      createServer((socket) => {
        socket.on('error', () => undefined).on('data', (data) => heard.push(data.toString()));
        answers(socket);
      }),
    ),
  );
  const port = () => odd.port;

  it('that hangs up at once has no mail', async () => {
    answers = (socket) => socket.destroy();
    expect(await client.send(server({ port: port() }), mail())).toMatchObject({
      kind: 'failed',
      mayHaveArrived: false,
    });
  });

  it('that nobody listens as is refused', async () => {
    expect(await client.send(server({ port: await deadPort() }), mail())).toMatchObject({
      kind: 'failed',
      reason: 'refused',
      mayHaveArrived: false,
    });
  });

  it('that takes no mail of this size is not asked again', async () => {
    answers = (socket) => {
      socket.write('220 ready\r\n');
      socket.on('data', (data) => {
        socket.write(/^EHLO/i.test(data.toString()) ? '250-odd\r\n250 SIZE 10\r\n' : '250 fine\r\n');
      });
    };
    heard.length = 0;
    expect(await client.send(server({ port: port() }), mail())).toMatchObject({
      kind: 'failed',
      reason: 'invalid_request',
      mayHaveArrived: false,
    });
    expect(heard.join('')).not.toMatch(/^DATA/im);
  });

  it('without encryption outside this machine gets no password', async () => {
    answers = (socket) => {
      // As a server elsewhere would be seen.
      socket.write('220 ready\r\n');
      socket.on('data', (data) => {
        if (/^EHLO/i.test(data.toString())) socket.write('250-odd\r\n250 AUTH PLAIN LOGIN\r\n');
        else socket.write('502 no\r\n');
      });
    };
    heard.length = 0;
    const elsewhere = createMailClient(async (to) => {
      const socket = await createOpenSocket(['127.0.0.0/8'])(to);
      Object.defineProperty(socket, 'remoteAddress', { value: '203.0.113.7' });
      return socket;
    });
    const login = { user: 'demo', password: 'hunter2' };
    expect(await elsewhere.send(server({ port: port(), login }), mail())).toMatchObject({
      kind: 'failed',
      reason: 'password_in_clear',
      mayHaveArrived: false,
    });
    expect(heard.join('')).not.toMatch(/AUTH/i);
  });
});

describe('the mail server of a tenant', () => {
  it('is its own, with the usual port, else that of the installation', () => {
    const installation = parseMailServer('smtps://user:p%40ss@mail.example', 'a@sluice.example');
    expect(installation).toEqual({
      host: 'mail.example',
      port: 465,
      secure: true,
      login: { user: 'user', password: 'p@ss' },
      from: 'a@sluice.example',
    });
    expect(mailServer({ host: 'own.example', from: 'b@own.example' }, installation)).toEqual({
      host: 'own.example',
      port: 587,
      secure: false,
      from: 'b@own.example',
    });
    const typed = {
      host: 'own.example',
      port: '2525',
      secure: 'true',
      user: '',
      from: 'b@own.example',
    } as const;
    expect(mailServer(typed, installation)).toEqual({
      host: 'own.example',
      port: 2525,
      secure: true,
      from: 'b@own.example',
    });
    expect(mailServer({ ...typed, port: '', secure: '' }, installation)).toMatchObject({ port: 587 });
    expect(mailServer({ host: 'own.example' }, installation)).toBe(installation);
    expect(mailServer(undefined, undefined)).toBeUndefined();
    expect(parseMailServer('smtp://mail.example', undefined)).toBeUndefined();
    expect(parseMailServer('smtp://[::1]:2525', 'a@b.example')).toMatchObject({ host: '::1', port: 2525 });
  });

  it.each([
    ['50%off', '50%off'],
    ['100%', '100%'],
    ['a^%40b%', 'a^@b%'],
    ['%FF%41', '%FF%41'],
    ['caf%C3%A9', 'café'],
  ])('has the password of its URL, with a percent sign too: %s', (written, password) => {
    expect(parseMailServer(`smtps://user:${written}@mail.example`, 'a@b.example')?.login).toEqual({
      user: 'user',
      password,
    });
  });
});
