/** A live stream ends with the access of the person who opened it. Everything goes over HTTP. */
import { adminGetMe, adminListDevices, adminLogOutDevice, adminWatchNow } from '@sluice/contracts';
import { duringTests, eventually, watchEvents } from '@sluice/testing';
import { browser, openDashboards, password } from './dashboards.js';

const world = duringTests(openDashboards);
/** The stream asks anew every 5 s; a busy machine answers later. */
const ENDS_WITHIN_MS = 15_000;

type Person = ReturnType<typeof browser>;

const cookieOf = ({ cookies }: Person) => [...cookies].map((pair) => pair.join('=')).join('; ');
const watch = (person: Person) => watchEvents(world.url + adminWatchNow.path, { Cookie: cookieOf(person) });

async function change(by: Person, method: string, path: string, body: object = {}): Promise<unknown> {
  const token = await by.token();
  const response = await fetch(`${world.url}/admin/v1/operators${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': token, Cookie: cookieOf(by) },
    body: JSON.stringify(body),
  });
  const { data } = (await response.json()) as { data: unknown };
  expect([path, response.status < 300]).toEqual([path, true]);
  return data;
}

async function anOperator(name: string): Promise<Person> {
  await world.addOperator(`${name}@example.com`, 'operate');
  const person = browser(world.url);
  await person.login(password, {}, `${name}@example.com`);
  return person;
}

/** Another browser of this person, at another process. */
async function another(name: string) {
  const elsewhere = browser(world.second);
  await elsewhere.login(password, {}, `${name}@example.com`);
  return { elsewhere, headers: { 'X-XSRF-TOKEN': await elsewhere.token() } };
}

it.concurrent.each([
  ['is disabled', 'eve', (ada: Person) => change(ada, 'POST', '/eve@example.com/disable')],
  ['is removed', 'dan', (ada: Person) => change(ada, 'POST', '/dan@example.com/remove')],
  [
    'logs out',
    'ben',
    async (_ada: Person, ben: Person) => ben.post('/logout', {}, { 'X-XSRF-TOKEN': await ben.token() }),
  ],
  [
    'sets a new password in another browser',
    'fay',
    async () => {
      const { elsewhere, headers } = await another('fay');
      const sent = { current: password, password: 'loud-otter-3311' };
      expect((await elsewhere.post(`${adminGetMe.path}/password`, sent, headers)).status).toBe(200);
    },
  ],
  [
    'logs this device out from another one',
    'gus',
    async () => {
      const { elsewhere, headers } = await another('gus');
      const { text } = await elsewhere.get(adminListDevices.path, { Accept: 'application/json' });
      const { devices } = (JSON.parse(text) as { data: { devices: { isThis: boolean; deviceId: string }[] } })
        .data;
      const { deviceId } = devices.find(({ isThis }) => !isThis)!;
      const path = adminLogOutDevice.path.replace('{deviceId}', deviceId);
      expect((await elsewhere.post(path, {}, headers)).status).toBe(200);
    },
  ],
])('the stream of a person who %s ends within seconds, and others go on', async (_what, name, end) => {
  const ada = browser(world.url);
  await ada.login();
  const person = await anOperator(name);
  const [theirs, hers] = [await watch(person), await watch(ada)];
  await eventually('both streams to begin', () => theirs.pieces() > 1 && hers.pieces() > 1);
  await end(ada, person);
  await eventually('the stream to end', theirs.hasEnded, ENDS_WITHIN_MS);
  const before = hers.pieces();
  await eventually('the other stream to go on', () => hers.pieces() > before + 1);
  expect(hers.hasEnded()).toBe(false);
  hers.close();
});
