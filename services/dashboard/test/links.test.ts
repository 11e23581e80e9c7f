/** Links that set a password, over HTTP: invitations, and password links. */
import { adminAddOperator, adminResetOperatorPassword } from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import { browser, loggedIn, openDashboards, operator, password } from './dashboards.js';

const world = duringTests(openDashboards);
const json = { Accept: 'application/json' };

type Answer = { data: { link: string }; error?: { code: string; message: string; details?: string[] } };
const read = ({ text }: { readonly text: string }) => JSON.parse(text) as Answer;
const tokenOf = ({ data: { link } }: Answer) => link.slice(link.indexOf('#') + 1);

/** What an administrator gets who asks for it. */
async function asked(path: string, body: Record<string, string>): Promise<Answer> {
  const { person, token } = await loggedIn(world.url);
  return read(await person.post(path, body, { 'X-XSRF-TOKEN': token }));
}
const invite = (email: string, role = 'operate') => asked(adminAddOperator.path, { email, role });
const passwordLink = (personId: string) =>
  asked(adminResetOperatorPassword.path.replace('{personId}', personId), {});
const accept = (token: string, typed = password, by = browser(world.url)) =>
  by.post('/invitation/accept', { token, name: 'Grace Hopper', password: typed });
const whoIs = async (person: ReturnType<typeof browser>) =>
  (JSON.parse((await person.get('/session', json)).text) as { data: { who: string; name: string } | null })
    .data;

describe('an invitation', () => {
  it('lets its person in with a password of their own, once, and is nowhere in the database', async () => {
    const invited = await invite(' Grace@Example.com ');
    expect(invited.data.link).toMatch(/^\/invitation#_installation\.[\w-]{43}$/);
    expect((await browser(world.url).get('/invitation')).status).toBe(200);
    const token = tokenOf(invited);
    const kept = await world.db.collection('invitations').find().toArray();
    expect(JSON.stringify(kept)).not.toContain(token.split('.')[1]);

    const person = browser(world.url);
    expect((await accept(token, password, person)).status).toBe(200);
    expect(await whoIs(person)).toMatchObject({ who: 'grace@example.com', name: 'Grace Hopper' });
    expect((await browser(world.url).login(password, {}, 'grace@example.com')).status).toBe(200);
    const entries = await world.stores.audit.page({}, 10);
    expect(entries).toContainEqual(
      expect.objectContaining({ who: 'grace@example.com', what: 'accepted an invitation' }),
    );
    expect(JSON.stringify(entries)).not.toContain(token);
    expect(read(await accept(token)).error).toMatchObject({ details: ['token: is not valid'] });
  });

  it('that is wrong, replaced, expired or of another kind is refused in the same words, and changes nothing', async () => {
    const [replaced, current] = [
      tokenOf(await invite('ivy@example.com')),
      tokenOf(await invite('ivy@example.com')),
    ];
    const expired = tokenOf(await invite('old@example.com'));
    const past = { $set: { expiresAt: new Date(Date.now() - 1) } };
    await world.db.collection('invitations').updateOne({ address: 'old@example.com' }, past);
    for (const token of [
      '',
      'x',
      '_installation.x',
      `${current}x`,
      `demo.${current.split('.')[1]}`,
      replaced,
      expired,
    ]) {
      const { status, text } = await accept(token);
      expect([token, status, read({ text }).error]).toEqual([
        token,
        400,
        { code: 'VALIDATION_ERROR', message: 'The request is not valid', details: ['token: is not valid'] },
      ]);
    }
    expect(await world.db.collection('identityUsers').countDocuments({ email: /ivy|old/ })).toBe(0);
    expect((await accept(current)).status).toBe(200);
  });

  it('needs a good password, and goes on with the same link', async () => {
    const token = tokenOf(await invite('joy@example.com'));
    for (const [typed, problem] of [
      ['short-pass1', 'password: must have at least 12 characters'],
      ['x'.repeat(129), 'password: must have at most 128 characters'],
      ['change-me-please', 'password: is easy to guess: use a random one'],
      ['Joy@Example.com', 'password: must not be the own address'],
    ] as const)
      expect([typed, read(await accept(token, typed)).error?.details]).toEqual([typed, [problem]]);
    expect((await accept(token)).status).toBe(200);
  });

  it('opened twice at once makes one member, and one whose process died goes on', async () => {
    const token = tokenOf(await invite('kim@example.com'));
    const both = await Promise.all([accept(token), accept(token)]);
    expect(both.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await world.db.collection('identityUsers').countDocuments({ email: 'kim@example.com' })).toBe(1);
    expect(await world.db.collection('members').countDocuments({ address: 'kim@example.com' })).toBe(1);

    const again = tokenOf(await invite('lea@example.com'));
    // As a process leaves it that dies after the account.
    const user = { _id: 'lea', email: 'lea@example.com', name: 'Lea', emailVerified: true };
    await world.db.collection('identityUsers').insertOne(user as never);
    expect((await accept(again)).status).toBe(200);
    expect((await browser(world.url).login(password, {}, 'lea@example.com')).status).toBe(200);
  });

  it('of another address than that of whoever is logged in says so, makes no account and keeps working', async () => {
    const token = tokenOf(await invite('ned@example.com'));
    const { person, token: csrf } = await loggedIn(world.url);
    const answered = await person.post('/invitation/accept', { token }, { 'X-XSRF-TOKEN': csrf });
    expect(read(answered).error).toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('is for another address than yours') as string,
    });
    expect((await accept(token)).status).toBe(200);
  });

  it('is for administrators to make, for addresses only, and not for an operator', async () => {
    for (const email of ['', 'ada', 'a b@example.com', `${'x'.repeat(64)}@${'y'.repeat(250)}.com`])
      expect([email, (await invite(email)).error?.code]).toEqual([email, 'VALIDATION_ERROR']);
    expect((await invite(operator)).error?.code).toBe('INVALID_STATE');
    expect((await invite('may@example.com', 'root')).error?.code).toBe('VALIDATION_ERROR');
  });

  it('cannot be accepted from a page of another site', async () => {
    const token = tokenOf(await invite('nan@example.com'));
    const foreign = { 'Sec-Fetch-Site': 'cross-site' };
    const { status } = await browser(world.url).post('/invitation/accept', { token, password }, foreign);
    expect(status).toBe(403);
  });
});

describe('a password link', () => {
  const reset = (token: string, typed: string) =>
    browser(world.url).post('/password/reset', { token, password: typed });
  const other = 'loud-otter-3311';

  it('sets a new password once, ends every session of its person, and logs nobody in', async () => {
    await world.addOperator('pam@example.com', 'view');
    const before = browser(world.url);
    await before.login(password, {}, 'pam@example.com');
    const token = tokenOf(await passwordLink('pam@example.com'));
    const stored = JSON.stringify(await world.db.collection('identityVerifications').find().toArray());
    expect(stored).not.toContain(token);
    expect(read(await reset(token, 'short')).error?.details).toEqual([
      'password: must have at least 12 characters',
    ]);
    const answered = await reset(token, other);
    expect([answered.status, answered.headers.getSetCookie()]).toEqual([200, []]);
    expect(await whoIs(before)).toBeNull();
    expect((await browser(world.url).login(password, {}, 'pam@example.com')).status).toBe(401);
    expect((await browser(world.url).login(other, {}, 'pam@example.com')).status).toBe(200);
    for (const wrong of [token, 'x', ''])
      expect(read(await reset(wrong, other)).error?.details).toEqual(['token: is not valid']);
  });
});

describe('the audit', () => {
  it('has an entry of a link before anything is written: without one, nothing is', async () => {
    const stores = { ...world.stores, audit: { begin: async () => Promise.reject(new Error('no audit')) } };
    const on = await world.moreOn(stores as unknown as typeof world.stores);
    const address = 'una@example.com';
    const { token } = await world.stores.invitations.invite(
      ...(['_installation', { address, role: 'view', createdBy: 'a test' }, new Date()] as const),
    );
    expect((await accept(token, password, browser(on))).status).toBe(500);
    expect(await world.accounts.isKnown(address)).toBe(false);
    expect((await accept(token)).status).toBe(200);
    const link = tokenOf(await passwordLink(address));
    const reset = (url: string) =>
      browser(url).post('/password/reset', { token: link, password: 'loud-otter-3311' });
    expect((await reset(on)).status).toBe(500);
    expect((await browser(world.url).login(password, {}, address)).status).toBe(200);
    expect((await reset(world.url)).status).toBe(200);
    const entries = await world.stores.audit.page({ who: address }, 10);
    expect(entries.map(({ what, outcome }) => [what, outcome]).filter(([what]) => what !== 'login')).toEqual([
      ['set a new password', 'done'],
      ['accepted an invitation', 'done'],
    ]);
  });
});

describe('a password link for oneself', () => {
  it('is refused, because it would be a way around the present password', async () => {
    expect((await passwordLink(operator)).error?.code).toBe('INVALID_STATE');
  });
});

describe('guessing links', () => {
  // Last, because it uses up this machine’s attempts.
  it('is stopped after ten wrong ones in a row', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1) statuses.push((await accept(`guess-${n}`)).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
