/** The people of a tenant, as an owner looks after them by keyboard alone, and as an operator does. */
import { clientSchema } from '@sluice/contracts';
import { sealingKey, unseal } from '@sluice/store';
import {
  duringTests,
  eventually,
  freePort,
  press,
  putItem,
  putTenant,
  testEncryptionKey,
  typeInto,
} from '@sluice/testing';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { password } from '../dashboards.js';
import { choose, goTo, isForEveryone, screens } from './by-keyboard.js';
import { inBrowser, memberOf, openDashboard, personAt, pick } from './open-dashboard.js';

const at = duringTests(openDashboard);
const owner = 'olivia@alpha.test';
let url = '';

const of = (tenantId = 'alpha') => at.world.stores.forTenant(tenantId);
const now = () => at.world.stores.clock.now();
const personOn = (person: string, address: string, screen?: BrowserContextOptions) =>
  personAt({ newPage: (options) => at.newPage(options), url }, person, address, screen);
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
const button = (within: Pick<Page, 'getByRole'>, name: string) =>
  within.getByRole('button', { name, exact: true });
const confirmed = async (page: Page, does: string) => {
  await press(button(page.getByRole('dialog'), does));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

/** The mail of the open invitation of an address, as the worker finds it. */
async function mailTo(address: string) {
  const open = await at.world.stores.invitations.openOf('alpha', now());
  const { invitationId } = open.find((each) => each.address === address)!;
  const mail = (await of().effects.find(`invitation.${invitationId}`))!;
  const { link } = mail.body as { readonly link: Parameters<typeof unseal>[0] };
  const ended = (state: object) =>
    at.world.db
      .collection<{ _id: string }>('effects')
      .updateOne({ _id: `alpha/invitation.${invitationId}` }, { $set: state });
  return { link: unseal(link, [sealingKey(testEncryptionKey)]), ended };
}

inBrowser('the people of a tenant', () => {
  beforeAll(async () => {
    const port = await freePort();
    url = await at.world.more({}, { port, dashboardUrl: `http://127.0.0.1:${port}` });
    for (const [tenantId, name] of [
      ['alpha', 'Alpha Leads'],
      ['beta', 'Beta Leads'],
    ] as const)
      await putTenant(at.world.stores.tenants, { tenantId, name, settings: {} });
    const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
    const client = clientSchema.parse({ clientId: 'cli_acme', name: 'Acme', abbrev: 'ACM', ...times });
    await putItem(of().clients, 'cli_acme', client);
    await memberOf(at, owner, 'owner');
  });

  it.each(screens)(
    'come by an invitation, get another role, are disabled and removed by an owner, by keyboard on %s',
    async (screen, options) => {
      const mona = `mona.${screen.slice(2)}@alpha.test`;
      const page = await personOn(owner, '/?tenant=alpha', options);
      const dialog = page.getByRole('dialog');
      await goTo(page, 'People');
      await row(page, owner).getByText('ask another owner').waitFor();
      expect(await row(page, owner).getByRole('button').count()).toBe(0);

      await press(button(page, 'Invite a person'));
      const email = dialog.getByLabel('E-mail address');
      await typeInto(email, 'mona at alpha');
      await press(button(dialog, 'Send invitation'));
      await dialog.getByText('must be an e-mail address').waitFor();
      expect(await email.getAttribute('aria-invalid')).toBe('true');
      await choose(dialog.getByLabel('Role'), 'client');
      await isForEveryone(page);
      await email.fill(mona);
      await press(button(dialog, 'Send invitation'));
      await dialog.getByText('is required with the role client').waitFor();
      await choose(dialog.getByLabel('Role'), 'manager');
      await confirmed(page, 'Send invitation');

      await row(page, mona).getByText('on its way').waitFor();
      const { link, ended } = await mailTo(mona);
      expect(await page.content()).not.toContain(link.split('#')[1]);
      await ended({ status: 'skipped', reason: 'no_email_provider' });
      await row(page, mona).getByText('no e-mail provider is configured').waitFor();
      await ended({ status: 'done', reason: null });
      await row(page, mona).getByText('sent', { exact: true }).waitFor();
      await isForEveryone(page);

      const hers = await at.newPage(options);
      await hers.goto(link);
      await typeInto(hers.getByLabel('Your name'), 'Mona');
      await typeInto(hers.getByLabel('Password', { exact: true }), password);
      await typeInto(hers.getByLabel('The password again'), password);
      await press(button(hers, 'Set password and go in'));
      await hers.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();

      await page.reload();
      const member = row(page, mona);
      await member.getByText('manager').waitFor();
      await press(button(member, 'Role'));
      await dialog.getByText('in Alpha Leads applies within seconds').waitFor();
      await choose(dialog.getByLabel('Role'), 'analyst');
      await confirmed(page, 'Change role');
      await member.getByText('analyst').waitFor();

      await press(button(member, 'Disable'));
      await dialog.getByText(`${mona} is out of Alpha Leads within seconds`).waitFor();
      await confirmed(page, `Disable ${mona}`);
      await member.getByText('disabled').waitFor();
      await eventually(
        'her open page is gone',
        async () => (await hers.getByRole('heading', { name: 'Overview', level: 1 }).count()) === 0,
        60_000,
      );
      await press(button(member, 'Enable'));
      await confirmed(page, `Enable ${mona}`);
      await member.getByText('active').waitFor();
      await press(button(member, 'Remove'));
      await dialog.getByText('the account is deleted').waitFor();
      await confirmed(page, `Remove ${mona}`);
      await member.waitFor({ state: 'detached' });
      expect(await of().members.find(mona)).toBeUndefined();

      await goTo(page, 'Audit');
      await page
        .getByRole('row')
        .filter({ hasText: 'invited a person with the role manager' })
        .first()
        .waitFor();
      for (const one of [page, hers]) await one.context().close();
    },
    300_000,
  );

  it('are invited as the person of a client that is picked, again and no more, and not beyond a hundred', async () => {
    const page = await personOn(owner, '/people?tenant=alpha');
    const dialog = page.getByRole('dialog');
    await button(page, 'Invite a person').click();
    await dialog.getByLabel('E-mail address').fill('carl@acme.test');
    await dialog.getByLabel('Role').selectOption('client');
    await pick(dialog, 'Client', 'acme');
    await button(dialog, 'Send invitation').click();
    await row(page, 'carl@acme.test').getByText('client cli_acme').waitFor();
    const before = await mailTo('carl@acme.test');
    await button(row(page, 'carl@acme.test'), 'Send again').click();
    await confirmed(page, 'Send again');
    expect((await mailTo('carl@acme.test')).link).not.toBe(before.link);

    for (let n = 1; n < 100; n += 1)
      await at.world.stores.invitations.invite(
        'alpha',
        { address: `n${n}@acme.test`, role: 'analyst', createdBy: owner },
        now(),
      );
    await button(page, 'Invite a person').click();
    await dialog.getByLabel('E-mail address').fill('late@acme.test');
    await button(dialog, 'Send invitation').click();
    await dialog.getByRole('alert').getByText('There are 100 open invitations already: revoke one').waitFor();
    await button(dialog, 'Cancel').click();
    await button(row(page, 'carl@acme.test'), 'Revoke').click();
    await confirmed(page, 'Revoke invitation');
    await row(page, 'carl@acme.test').waitFor({ state: 'detached' });
    await page.context().close();
  }, 180_000);

  it('who have an account already log in and accept, whoever was logged in before', async () => {
    const ada = 'ada@alpha.test';
    const userId = await memberOf(at, ada, 'analyst');
    const invited = { address: ada, role: 'manager', createdBy: owner } as const;
    const { token } = await at.world.stores.invitations.invite('beta', invited, now());
    const page = await personOn(owner, '/');
    await page.goto(`${url}/invitation#${token}`);
    await button(page, `Accept as ${owner}`).click();
    await page.getByText('This invitation is for another address than yours.').waitFor();
    await isForEveryone(page);
    await button(page, 'Log out first').click();
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('The password again').fill(password);
    await button(page, 'Set password and go in').click();
    await page.getByText('This address has an account.').waitFor();
    await page.getByRole('link', { name: 'Log in to accept' }).click();
    await page.getByLabel('E-mail address').fill(ada);
    await page.getByLabel('Password').fill(password);
    await button(page, 'Log in').click();
    await button(page, `Accept as ${ada}`).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    expect(await of('beta').members.find(userId)).toMatchObject({ role: 'manager' });
    expect(await page.evaluate('sessionStorage.length')).toBe(0);

    // The same link again, kept over a login, and refused.
    await page.context().clearCookies();
    await page.goto(`${url}/invitation#${token}`);
    await page.getByRole('link', { name: 'Log in to accept' }).click();
    expect(await page.evaluate('sessionStorage.length')).toBe(1);
    await page.getByLabel('E-mail address').fill(ada);
    await page.getByLabel('Password').fill(password);
    await button(page, 'Log in').click();
    await button(page, `Accept as ${ada}`).click();
    await page.getByText('This link is wrong, used or no longer valid.').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);

    await page.goto(`${url}/password/reset#dead`);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('The password again').fill(password);
    await button(page, 'Set password').click();
    await page.getByRole('link', { name: 'Ask for a new one' }).click();
    await page.getByRole('heading', { name: 'Forgotten your password?' }).waitFor();
    await page.context().close();
  }, 120_000);

  it('are searched and paged on the server', async () => {
    for (let n = 10; n < 70; n += 1) {
      const address = `p${n}@alpha.test`;
      const member = { via: 'password', createdAt: now(), createdBy: owner, role: 'analyst' } as const;
      await of().members.add({ ...member, userId: `user-${n}`, address });
    }
    const page = await personOn(owner, '/people?tenant=alpha');
    await row(page, 'p10@alpha.test').waitFor();
    expect(await row(page, 'p69@alpha.test').count()).toBe(0);
    await button(page, 'Next').click();
    await row(page, 'p69@alpha.test').waitFor();
    await page.getByRole('searchbox', { name: 'E-mail address' }).fill('p42');
    await row(page, 'p42@alpha.test').waitFor();
    expect(await page.getByRole('table', { name: 'Members' }).getByRole('rowheader').count()).toBe(1);
    await page.context().close();
  }, 180_000);

  it('are reached by an operator who administers from the operators, and are not there for another', async () => {
    const admin = await personOn('operator@sluice.test', '/operators?tenant=alpha');
    await admin.getByRole('link', { name: 'People of Alpha Leads' }).click();
    await row(admin, owner).getByRole('button', { name: 'Disable' }).waitFor();
    await admin.getByRole('link', { name: 'Operators of the installation' }).click();
    await row(admin, 'operator@sluice.test').getByText('ask another administrator').waitFor();
    await at.world.addOperator('vera@sluice.test', 'view');
    const other = await personOn('vera@sluice.test', '/people?tenant=alpha');
    await other.getByRole('heading', { name: 'Not found' }).waitFor();
    expect(await other.getByRole('link', { name: 'People', exact: true }).count()).toBe(0);
    await other.getByRole('link', { name: 'Operators', exact: true }).click();
    await row(other, 'vera@sluice.test').waitFor();
    for (const one of [admin, other]) await one.context().close();
  }, 120_000);
});
