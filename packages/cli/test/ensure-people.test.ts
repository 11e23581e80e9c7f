import { openAccounts } from '@sluice/identity';
import { duringTests } from '@sluice/testing';
import { ensurePeople, type PersonToEnsure } from '../src/people/ensure-people.js';
import { operatorLogin } from '../src/people/operator-login.js';
import { openCommand } from './command.js';

const world = duringTests(openCommand);
const password = 'brisk-otter-lamp-quilt-42';
const owner: PersonToEnsure = { address: 'owner@sluice.localhost', password, role: 'owner' };
const analyst: PersonToEnsure = {
  address: 'analyst@sluice.localhost',
  password: `${password}-too`,
  role: 'analyst',
};
const from = { address: '127.0.0.1', userAgent: 'a test' };

const ensure = (tenantId: string, ...people: readonly PersonToEnsure[]) =>
  ensurePeople({ mongoUrl: world.mongodbUrl, tenantId, people });

describe('the people of npm start', () => {
  it('log in with their passwords, each with the own role in the one tenant', async () => {
    await ensure('demo', owner, analyst);
    const accounts = openAccounts(world.stores);
    for (const { address, password: kept, role } of [owner, analyst]) {
      const begun = await accounts.logIn({ address, password: kept }, from);
      if (!begun || !('person' in begun)) throw new Error('nobody is logged in');
      expect(await world.stores.memberships.of(begun.person.userId)).toMatchObject([{ place: 'demo', role }]);
    }
    expect(
      await accounts.logIn({ address: owner.address, password: analyst.password }, from),
    ).toBeUndefined();
  }, 60_000);

  it('stay as somebody made them since, over every further start', async () => {
    const { members } = world.stores.forTenant('demo');
    const { userId } = (await members.find(analyst.address))!;
    await members.disable(userId, new Date());
    const before = await members.page({}, 10);
    await ensure('demo', owner, { ...analyst, password: `${password}-other` });
    expect(await members.page({}, 10)).toEqual(before);
  }, 60_000);

  it('are members of the tenant of the next start too, with the accounts that they have', async () => {
    const { userId } = (await world.stores.forTenant('demo').members.find(owner.address))!;
    await ensure('other', owner);
    const places = await world.stores.memberships.of(userId);
    expect(places.map(({ place }) => place).toSorted()).toEqual(['demo', 'other']);
  }, 60_000);

  it('are so with a second factor too, which this does not ask for', async () => {
    const { userId } = (await world.stores.forTenant('demo').members.find(owner.address))!;
    const factor = { _id: 'f1', userId, secret: 'sealed', recoveryCodes: 'sealed', verified: true };
    await world.db.collection('identityTwoFactors').insertOne(factor as never);
    await ensure('third', owner);
    expect(await world.stores.forTenant('third').members.find(owner.address)).toMatchObject({ userId });
  }, 60_000);
});

describe('the operator whom npm start names', () => {
  it('is one whose password it knows, whatever the variables of the first administrator say now', async () => {
    const { stores } = world;
    await stores.prepare();
    const ada = { address: 'ada@sluice.localhost', password };
    await openAccounts(stores).restoreAdministrator(ada.address, ada.password);
    const login = (...logins: readonly (typeof ada)[]) =>
      operatorLogin({ mongoUrl: world.mongodbUrl, logins });
    const other = { ...ada, password: `${password}-other` };
    const eve = { address: 'eve@sluice.localhost', password };
    expect(await login(eve, other, ada)).toEqual(ada);
    expect(await login(eve, other)).toBeUndefined();
    // A member of a tenant is no operator.
    expect(await login(owner)).toBeUndefined();
  }, 60_000);
});
