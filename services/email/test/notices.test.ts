/** Notices to clients: who is told of which lead, how often, and what a mail server's answer leads to. */
import { duringTests, frozenBefore } from '@sluice/testing';
import { emailStage } from '../src/email-stage.js';
import { address, openEmailWorker } from './email-worker.js';

const world = duringTests(openEmailWorker);
beforeEach(() => {
  world.clock.set('2026-03-01T12:00:10Z');
  world.sink.clear();
  world.sink.unscript();
});

const status = async (effectId: string) => (await world.find(effectId))?.status;

describe('the first placed lead of a client', () => {
  it('is told of at once, with an id of its own mail', async () => {
    const clientId = await world.aClient();
    const data = {
      firstName: 'Ann',
      lastName: 'Lee',
      phone: '+14155550132',
      questionnaire: { hurt: 'badly' },
    };
    const effectId = await world.placed(clientId, { data });
    await world.run(effectId);
    expect(await status(effectId)).toBe('done');
    const [notice] = await world.notices(clientId);
    await world.run(notice!);
    expect(await status(notice!)).toBe('done');
    const [mail, ...others] = world.mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: 'New lead: ACMRU', messageId: `<${notice}@sluice>` });
    expect(mail?.text).toContain('Time: Sun 1 Mar 2026, 13:00:10 GMT+1');
    expect(mail?.text).toContain('Name: Ann Lee\nPhone: +14155550132');
    expect(mail?.text).not.toContain('badly');
  });
});

it('a client that got the lead itself by e-mail is not told of it as well', async () => {
  const mine = world.deps.stores.forTenant('demo');
  const clientId = await world.aClient({ notificationEmail: address, postingMethod: 'email' });
  const attempted = async (url: string) => {
    const effectId = await world.placed(clientId);
    const { submissionId = '' } = (await world.find(effectId)) ?? {};
    const [startedAt, leaseUntil] = [world.clock.now(), world.clock.now()];
    await mine.attempts.claim({ submissionId, generation: 0 }, { n: 1, url, startedAt, leaseUntil });
    await world.run(effectId);
    return world.find(effectId);
  };
  expect(await attempted(`mailto:${address}`)).toMatchObject({ reason: 'delivered_by_email' });
  expect(await world.notices(clientId)).toEqual([]);
  // The campaign had an endpoint of its own.
  expect(await attempted('https://buyer.example')).toMatchObject({ status: 'done' });
  expect(await world.notices(clientId)).toHaveLength(1);
});

describe('further leads of a client', () => {
  it('wait a minute and go in one mail', async () => {
    const clientId = await world.aClient();
    await world.run(await world.placed(clientId));
    const [first] = await world.notices(clientId);
    await world.run(first!);
    world.clock.advance(5_000);
    const others = [await world.placed(clientId), await world.placed(clientId)];
    for (const effectId of others) await world.run(effectId);
    const [, second, ...none] = await world.notices(clientId);
    expect(none).toEqual([]);
    expect(await world.run(second!)).toMatchObject({
      outcome: 'collecting',
      againAt: new Date('2026-03-01T12:01:10Z'),
    });
    expect(world.mails()).toHaveLength(1);
    world.clock.set('2026-03-01T12:01:09Z');
    await world.run(await world.placed(clientId));
    world.clock.set('2026-03-01T12:01:10Z');
    await world.run(second!);
    expect(world.mails().map(({ subject }) => subject)).toEqual(['New lead: ACMRU', '3 new leads']);
  });

  it('beyond fifty are told by their number', async () => {
    const clientId = await world.aClient();
    const effects = await Promise.all(Array.from({ length: 53 }, () => world.placed(clientId)));
    for (const effectId of effects) await world.run(effectId);
    await world.run((await world.notices(clientId))[0]!);
    const [mail] = world.mails();
    expect(mail?.subject).toBe('53 new leads');
    expect(mail?.text.match(/^Lead: /gm)).toHaveLength(50);
    expect(mail?.text).toContain('And 3 more.');
  });

  it('that are placed at once are all in one mail, whoever is first', async () => {
    const clientId = await world.aClient();
    const effects = await Promise.all(Array.from({ length: 20 }, () => world.placed(clientId)));
    // Each by two workers.
    await Promise.all([...effects, ...effects].map((effectId) => world.run(effectId)));
    const notices = await world.notices(clientId);
    expect(notices).toHaveLength(1);
    await Promise.all([world.run(notices[0]!), world.run(notices[0]!)]);
    expect(world.mails().map(({ subject }) => subject)).toEqual(['20 new leads']);
  });
});

describe('a lead whose worker died', () => {
  it('after it had joined a notice is in that one only, also once it was sent', async () => {
    const clientId = await world.aClient();
    const effectId = await world.placed(clientId);
    const effects = world.deps.stores.forTenant('demo');
    await world.run(effectId);
    const [notice] = await world.notices(clientId);
    // As the effect stands if its end was not recorded.
    const again = await world.placed(clientId, { leadId: (await world.find(effectId))!.leadId });
    await effects.mails.assign(again, notice!, undefined);
    await world.run(notice!);
    await world.run(again);
    expect(await status(again)).toBe('done');
    expect(await world.notices(clientId)).toEqual([notice]);
    expect(world.mails()).toHaveLength(1);
  });

  it('before it joined goes into the next one', async () => {
    const clientId = await world.aClient();
    await world.run(await world.placed(clientId));
    const [notice] = await world.notices(clientId);
    const late = await world.placed(clientId);
    await world.deps.stores.forTenant('demo').mails.assign(late, notice!, undefined);
    await world.run(notice!);
    await world.run(late);
    expect(await world.notices(clientId)).toHaveLength(2);
  });
});

describe('a notice whose worker died', () => {
  it('is sent again under the same Message-ID, but not while that worker may be sending it', async () => {
    const clientId = await world.aClient();
    await world.run(await world.placed(clientId));
    const [notice] = await world.notices(clientId);
    const until = new Date(world.clock.now().getTime() + 65_000);
    const now = world.clock.now();
    await world.deps.stores.forTenant('demo').takings.take({ effectId: notice! }, { now, until });
    expect(await world.run(notice!)).toMatchObject({ outcome: 'attempt_under_way', againAt: until });
    expect(world.mails()).toEqual([]);
    world.clock.set(until);
    await world.run(notice!);
    expect(world.mails()).toMatchObject([{ messageId: `<${notice}@sluice>` }]);
  });
});

describe('a notice whose worker was frozen until its time was over', () => {
  const minutes = 60_000;
  const aNotice = async () => {
    const clientId = await world.aClient();
    await world.run(await world.placed(clientId));
    return (await world.notices(clientId))[0]!;
  };
  const runFrozen = (
    notice: string,
    place: readonly ['leads' | 'effects', string],
    meanwhile: () => Promise<unknown>,
  ) => {
    const stores = frozenBefore(world.deps.stores, place[0], place[1], async () => {
      world.clock.advance(3 * minutes);
      await meanwhile();
    });
    return emailStage.run({ tenantId: 'demo', effectId: notice }, { ...world.deps, stores }, { first: true });
  };

  it('is not sent by it, and goes at once', async () => {
    const notice = await aNotice();
    const frozen = await runFrozen(notice, ['leads', 'find'], async () => undefined);
    expect(world.mails()).toEqual([]);
    expect(frozen).toMatchObject({ outcome: 'retry', againAt: world.clock.now() });
    expect(await world.find(notice)).toMatchObject({
      status: 'due',
      attempts: [{ outcome: 'retry', error: 'not_sent' }],
    });
    await world.run(notice);
    expect(world.mails()).toHaveLength(1);
  });

  it('goes once if another worker sends it meanwhile', async () => {
    const notice = await aNotice();
    await runFrozen(notice, ['leads', 'find'], () => world.run(notice));
    expect(world.mails()).toHaveLength(1);
    expect(await world.find(notice)).toMatchObject({ status: 'done', attempts: [{ outcome: 'done' }] });
  });

  it('is left to the worker that has it by then, if the mail server refused it', async () => {
    world.sink.script({ path: '/mail/*', status: 550, times: 1 });
    const notice = await aNotice();
    const { takings } = world.deps.stores.forTenant('demo');
    await runFrozen(notice, ['effects', 'progress'], async () => {
      const now = world.clock.now();
      await takings.take({ effectId: notice }, { now, until: new Date(now.getTime() + minutes) });
    });
    expect(await world.find(notice)).toMatchObject({ status: 'due', attempts: [] });
  });
});

describe('the mail server', () => {
  const noticeOf = async (settings?: object) => {
    const clientId = await world.aClient(settings);
    await world.run(await world.placed(clientId));
    return { clientId, notice: (await world.notices(clientId))[0]! };
  };

  it('that asks to come later gets the same mail later', async () => {
    world.sink.script({ path: '/mail/*', status: 451, times: 1 });
    const { notice } = await noticeOf();
    const { againAt } = await world.run(notice);
    expect(againAt!.getTime() - world.clock.now().getTime()).toBeGreaterThanOrEqual(4_000);
    expect(await world.find(notice)).toMatchObject({
      status: 'due',
      attempts: [{ outcome: 'retry', error: 'server_busy', status: 451 }],
    });
    world.clock.set(againAt!);
    await world.run(notice);
    expect(await status(notice)).toBe('done');
    const ids = world.mails().map(({ messageId }) => messageId);
    expect(new Set(ids)).toEqual(new Set([`<${notice}@sluice>`]));
  });

  it('that drops the connection after the text gets it again under its Message-ID', async () => {
    world.sink.script({ path: '/mail/*', mode: 'reset_after', times: 1 });
    const { notice } = await noticeOf();
    const { againAt } = await world.run(notice);
    world.clock.set(againAt!);
    await world.run(notice);
    expect(world.mails().map(({ messageId, status: got }) => [messageId, got])).toEqual([
      [`<${notice}@sluice>`, 0],
      [`<${notice}@sluice>`, 250],
    ]);
  });

  it('that refuses the address ends it, and the address gets nothing more until somebody switches it on', async () => {
    const refused = 'gone@acme.example';
    world.sink.script({ path: `/rcpt/${refused}`, status: 550 });
    const { clientId, notice } = await noticeOf({ notificationEmail: refused });
    await world.run(notice);
    expect(await world.find(notice)).toMatchObject({ status: 'failed', reason: 'mail_refused' });
    const { webhookUrls } = world.deps.stores.forTenant('demo');
    const [off] = await webhookUrls.switchedOff();
    expect(off).toMatchObject({ url: `mailto:${refused}`, reason: 'mail_refused' });
    const later = await world.placed(clientId);
    await world.run(later);
    expect(await world.find(later)).toMatchObject({ status: 'skipped', reason: 'address_disabled' });
    world.sink.unscript();
    await webhookUrls.switchOn(off!.id, world.clock.now());
    world.clock.advance(60_000);
    const after = await world.placed(clientId);
    await world.run(after);
    expect(await status(after)).toBe('done');
  });

  it('that is not configured is named as the reason', async () => {
    const clientId = await world.aClient();
    const effectId = await world.placed(clientId);
    const without = { ...world.deps, installation: undefined };
    await emailStage.run({ tenantId: 'demo', effectId }, without, { first: true });
    expect(await world.find(effectId)).toMatchObject({ status: 'skipped', reason: 'no_email_provider' });
  });
});

it('a lead that was erased before the mail went is in it by its id only', async () => {
  const clientId = await world.aClient();
  const effectId = await world.placed(clientId, { data: { firstName: 'Ann', email: 'ann@example.com' } });
  await world.run(effectId);
  const { leadId = '' } = (await world.find(effectId))!;
  await world.deps.stores.forTenant('demo').removal.erase(leadId);
  await world.run((await world.notices(clientId))[0]!);
  const [mail] = world.mails();
  expect(mail?.text).toContain(leadId);
  expect(mail?.text).not.toMatch(/ann/i);
});

it('a client that wants no more notices gets none', async () => {
  const clientId = await world.aClient({});
  const effectId = await world.placed(clientId);
  await world.run(effectId);
  expect(await world.find(effectId)).toMatchObject({ status: 'skipped', reason: 'no_longer_configured' });
  expect(world.sink.received({ path: `/mail/${address}` })).toEqual([]);
});
