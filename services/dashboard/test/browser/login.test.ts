/**
 * Logging in without a password of Sluice's own, in a real browser, because its cookie rules between two sites matter
 * here.
 */
import { axeFindings, duringTests, freePort } from '@sluice/testing';
import type { OutsideSettings } from '../../src/login/outside/outside-config.js';
import { rolesOfGroups } from '../../src/login/outside/roles-of-groups.js';
import { openIssuer } from '../loopback-issuer.js';
import { inBrowser, logIn, openDashboard } from './open-dashboard.js';

const roles = rolesOfGroups('sluice-admins=administer,support=operate') ?? new Map();
const issuer = duringTests(() => openIssuer('sluice', 'a-secret', 'localhost'));
const at = duringTests(openDashboard);
let url: string;

inBrowser('the login page', () => {
  beforeAll(async () => {
    const port = await freePort();
    const outside: OutsideSettings = {
      oidc: {
        issuer: issuer.url,
        clientId: 'sluice',
        clientSecret: 'a-secret',
        scopes: 'openid',
        nameClaim: 'preferred_username',
        groupsClaim: 'groups',
        roles,
        dashboardUrl: `http://127.0.0.1:${port}`,
      },
      proxy: {
        from: ['127.0.0.1'],
        userHeader: 'remote-user',
        groupsHeader: 'remote-groups',
        emailHeader: 'remote-email',
        roles,
      },
    };
    url = await at.world.more(outside, { port, trustedProxies: ['127.0.0.1'] });
  });

  it('redirects to the OpenID provider and back to the requested page, logged in', async () => {
    issuer.person = { sub: '17', preferred_username: 'ada', groups: ['sluice-admins'] };
    const page = await at.newPage();
    await page.goto(`${url}/audit?who=ada`);
    await page.getByRole('link', { name: `Log in with ${new URL(issuer.url).host}` }).click();
    await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor();
    expect(page.url()).toBe(`${url}/audit?who=ada`);
    await page.getByRole('row').filter({ hasText: 'logged in by oidc' }).first().waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('Password').waitFor();
    expect(page.watched.complaints).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('says why the provider’s person is refused, and offers the password', async () => {
    issuer.person = { sub: '18', preferred_username: 'bob', groups: ['staff'] };
    const page = await at.newPage();
    await page.goto(`${url}/login`);
    await page.getByRole('link', { name: 'Log in with' }).click();
    await page.getByText('none of your groups has a role here').waitFor();
    await page.getByLabel('Password').waitFor();
    await page.context().close();
  });

  it('leads to the page of the account, which connects the provider and disconnects it again', async () => {
    issuer.person = { sub: '19', preferred_username: 'kim', groups: [] };
    await at.world.addOperator('kim@example.com', 'view');
    const page = await at.newPage();
    await page.goto(`${url}/account`);
    await logIn(page, 'kim@example.com');
    const provider = page.getByRole('region', { name: 'Login provider' });
    await provider.getByRole('button', { name: 'Connect' }).click();
    await provider.getByText(`You can log in with ${new URL(issuer.url).host}.`).waitFor();
    await provider.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await provider.getByRole('button', { name: 'Connect' }).waitFor();
    expect(page.watched.complaints).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('logs the proxy’s person in at once, but after a logout only on request', async () => {
    const extraHTTPHeaders = { 'Remote-User': 'grace', 'Remote-Groups': 'support' };
    const page = await at.newPage({ extraHTTPHeaders });
    await page.goto(`${url}/queues`);
    await page.getByRole('heading', { name: 'Queues', level: 1 }).waitFor();
    await page.getByText('grace', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Continue as grace' }).click();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.getByText('grace', { exact: true }).waitFor();
    await page.context().close();
  }, 60_000);

  it('names the proxy’s person, and says why this person may not log in', async () => {
    const extraHTTPHeaders = { 'Remote-User': 'mallory', 'Remote-Groups': 'staff' };
    const page = await at.newPage({ extraHTTPHeaders });
    await page.goto(`${url}/queues`);
    await page.getByText('The proxy identified you as mallory, who may not log in').waitFor();
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)(
    'asks for a link in place of a forgotten password, %s',
    async (colorScheme) => {
      const page = await at.newPage({ colorScheme });
      await page.goto(`${at.url}/login`);
      await page.getByRole('link', { name: 'Forgotten your password?' }).click();
      await page.getByRole('heading', { name: 'Forgotten your password?', level: 1 }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByLabel('E-mail address').press('Enter');
      await page.getByText('Type your e-mail address.').waitFor();
      await page.keyboard.type('nobody@example.com');
      await page.keyboard.press('Enter');
      await page.getByText('If this address has an account with a password').waitFor();
      expect(page.watched.complaints).toEqual([]);
      await page.context().close();
    },
  );

  it.each(['light', 'dark'] as const)('has no serious axe findings, %s', async (colorScheme) => {
    const page = await at.newPage({ colorScheme });
    await page.goto(`${url}/login?refused=no_role`);
    await page.getByRole('link', { name: 'Log in with' }).waitFor();
    await page.getByRole('alert').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  });
});
