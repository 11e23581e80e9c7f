/** Mails about accounts: through which server they go, what is left of their link, and what a server's answer leads to. */
import { INSTALLATION } from '@sluice/contracts';
import { planAccountMail, unlessOnHold, type AccountMail } from '@sluice/pipeline';
import { startSink } from '@sluice/sink';
import { duringTests, eventually, frozenBefore, redisAsText } from '@sluice/testing';
import type { EmailDeps } from '../src/deps.js';
import { emailStage } from '../src/email-stage.js';
import { openEmailWorker } from './email-worker.js';

const world = duringTests(openEmailWorker);
beforeEach(() => {
  world.clock.set('2026-03-01T12:00:10Z');
  world.sink.clear();
  world.sink.unscript();
});

const link = 'https://dashboard.example/password/reset#a-token-that-nobody-guesses';
let mails = 0;

/** Plans a mail, by default for a forgotten password, and returns it. */
async function planned(more: Partial<AccountMail> = {}): Promise<AccountMail> {
  const mailId = `password_reset.${(mails += 1)}`;
  const mail: AccountMail = {
    ...{ mailId, place: INSTALLATION, to: 'ada@example.com', mail: 'password_reset', link },
    ...more,
  };
  await planAccountMail(world.deps, mail);
  return mail;
}
const run = ({ place, mailId }: AccountMail, deps: EmailDeps = world.deps) =>
  emailStage.run({ tenantId: place, effectId: mailId }, deps, { first: true });
const find = ({ place, mailId }: AccountMail) => world.deps.stores.forTenant(place).effects.find(mailId);
const invitation = { mail: 'invitation', place: 'demo', facts: { by: 'Grace', tenantName: 'Demo' } } as const;

describe('the link of a mail', () => {
  it('is in the mail only: in no database and no queue, and gone once the mail has ended', async () => {
    const mail = await planned();
    const stored = await world.db.collection('effects').find().toArray();
    expect(JSON.stringify(stored)).toContain(mail.mailId);
    expect(JSON.stringify(stored)).not.toContain('nobody-guesses');
    expect(await redisAsText(world.redisUrl)).not.toContain('nobody-guesses');
    expect(await find(mail)).toMatchObject({
      status: 'due',
      body: { link: { keyId: expect.any(String) as string } },
    });
    await run(mail);
    expect(world.mails()).toMatchObject([
      { subject: 'Set a new password', messageId: `<${mail.mailId}@sluice>` },
    ]);
    expect(world.mails()[0]?.text).toContain(link);
    const ended = await find(mail);
    expect(ended).toMatchObject({ status: 'done', body: { to: mail.to } });
    expect(ended?.body).not.toHaveProperty('link');
    expect(ended?.expiresAt).toEqual(new Date('2026-03-31T12:00:10Z'));
  });

  it('is gone too if the mail is given up', async () => {
    world.sink.script({ path: '/rcpt/ada@example.com', status: 550 });
    const mail = await planned();
    await run(mail);
    const ended = await find(mail);
    expect(ended).toMatchObject({ status: 'failed', reason: 'mail_refused' });
    expect(ended?.body).not.toHaveProperty('link');
  });
});

describe('a mail about an account', () => {
  it('of the installation goes out while all calls are on hold, and an invitation to a tenant waits', async () => {
    const { hold } = world.deps.stores;
    const heldRun = ({ place, mailId }: AccountMail) =>
      unlessOnHold(emailStage).run({ tenantId: place, effectId: mailId }, world.deps, { first: true });
    await hold.put({ at: new Date(), by: 'ada' });
    try {
      const waiting = await planned(invitation);
      await eventually(
        'the hold is known',
        async () => (await heldRun(waiting)).outcome === 'on_hold',
        30_000,
      );
      world.sink.clear();
      const mail = await planned();
      await heldRun(mail);
      expect(world.mails()).toMatchObject([{ messageId: `<${mail.mailId}@sluice>` }]);
      expect(await find(mail)).toMatchObject({ status: 'done' });
    } finally {
      await hold.release();
    }
  });

  it('is planned once, however often somebody plans it', async () => {
    const mail = await planned();
    await planned({ ...mail, to: 'other@example.com' });
    await run(mail);
    await run(mail);
    expect(world.sink.received({ path: '/mail/*' })).toHaveLength(1);
    expect(await find(mail)).toMatchObject({ body: { to: mail.to } });
  });

  it('is not planned for an address that no mail reaches, nor with a link that no key can seal', async () => {
    expect(await find(await planned({ to: 'ada@outside.invalid' }))).toBeUndefined();
    const mail = { mailId: 'without-key', place: INSTALLATION, to: 'ada@example.com' } as const;
    await planAccountMail({ ...world.deps, encryptionKeys: [] }, { ...mail, mail: 'password_reset', link });
    expect(await find({ ...mail, mail: 'password_reset' })).toBeUndefined();
  });

  it('that its worker sent before it died goes again under the same Message-ID', async () => {
    const mail = await planned();
    const stores = frozenBefore(world.deps.stores, 'effects', 'progress', () =>
      Promise.reject(new Error('the worker died')),
    );
    await expect(run(mail, { ...world.deps, stores })).rejects.toThrow('the worker died');
    expect(await find(mail)).toMatchObject({ status: 'due', attempts: [] });
    world.clock.advance(10 * 60_000);
    await run(mail);
    expect(world.mails().map(({ messageId }) => messageId)).toEqual([
      `<${mail.mailId}@sluice>`,
      `<${mail.mailId}@sluice>`,
    ]);
    expect(await find(mail)).toMatchObject({ status: 'done' });
  });

  it('is skipped without a mail server, and says so', async () => {
    const mail = await planned();
    await run(mail, { ...world.deps, installation: undefined });
    const ended = await find(mail);
    expect(ended).toMatchObject({ status: 'skipped', reason: 'no_email_provider' });
    expect(ended?.body).not.toHaveProperty('link');
  });

  it('that is refused switches no address off, and the next one goes', async () => {
    world.sink.script({ path: '/rcpt/ada@example.com', status: 550 });
    const refused = await planned({ ...invitation, mailId: `invitation.${(mails += 1)}` });
    await run(refused);
    expect(await find(refused)).toMatchObject({ status: 'failed' });
    for (const place of [INSTALLATION, 'demo'])
      expect(await world.deps.stores.forTenant(place).webhookUrls.switchedOff()).toEqual([]);
    world.sink.unscript();
    const next = await planned();
    await run(next);
    expect(await find(next)).toMatchObject({ status: 'done' });
  });
});

describe('the mail server of a tenant', () => {
  it('sends its invitations and nothing else about accounts; without one the installation’s does', async () => {
    const own = await startSink({ port: 0 });
    world.onClose(() => own.close());
    const { secrets } = world.deps.stores;
    const sealing = { keys: world.deps.encryptionKeys, at: world.clock.now() };
    const server = { host: '127.0.0.1', port: String(own.smtpPort), from: 'leads@demo.example' };
    const sentBy = async (more: Partial<AccountMail>) => {
      own.clear();
      world.sink.clear();
      const mail = await planned({ mailId: `mail.${(mails += 1)}`, ...more });
      await run(mail);
      expect(await find(mail)).toMatchObject({ status: 'done' });
      const counts = [own, world.sink].map((sink) => sink.received({ path: `/mail/${mail.to}` }).length);
      return { own: counts[0], installation: counts[1] };
    };
    expect(await sentBy(invitation)).toEqual({ own: 0, installation: 1 });
    await secrets.setCredentials('demo', 'smtp', server, sealing);
    expect(await sentBy(invitation)).toEqual({ own: 1, installation: 0 });
    expect(await sentBy({ place: 'demo' })).toEqual({ own: 0, installation: 1 });
    expect(await sentBy({ ...invitation, place: INSTALLATION })).toEqual({ own: 0, installation: 1 });
  });
});
