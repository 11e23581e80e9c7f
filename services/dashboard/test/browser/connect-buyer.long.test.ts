/** Connecting a buyer in the form of its endpoint: from the example in its documentation to a real call, and saved. */
import { deliveryEndpointSchema, readSettings } from '@sluice/contracts';
import { duringTests, eventually, listen, press, putItem, tabTo } from '@sluice/testing';
import type { Locator, Page } from 'playwright-core';
import { isForEveryone, screens, turnTo } from './by-keyboard.js';
import { decidedLead, putDemoTenant } from './demo-leads.js';
import { inBrowser, memberOf, openDashboard, personAt } from './open-dashboard.js';

const at = duringTests(() => openDashboard(readSettings({ outboundAllow: ['127.0.0.0/8'] })));
const of = () => at.world.stores.forTenant('demo');
const PASTED = 's3cret-of-the-example';
const KEY = 'k-4711-of-the-buyer';
/** What the buyer got; it refuses everybody and quotes the key. */
const got: { readonly key: unknown; readonly body: string }[] = [];
const buyer = duringTests(() =>
  listen((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const key = request.headers['x-api-key'];
      got.push({ key, body });
      response.writeHead(422).end(JSON.stringify({ accepted: false, why: 'no ZIP', token: key }));
    });
  }),
);

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true });

async function fill(field: Locator, text: string): Promise<void> {
  await tabTo(field);
  await field.fill(text);
}

/** Everything that the page is answered, and that the tab keeps. */
function watched(page: Page) {
  const answers: Promise<string>[] = [];
  page.on('response', (response) => answers.push(response.text().catch(() => '')));
  const kept = () => page.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');
  return { kept, all: async () => [...(await Promise.all(answers)), await kept()].join('\n') };
}

/** Fails unless the database has no secret in a document but the sealed ones. */
async function isStoredNowhere(): Promise<void> {
  const { db } = at.world;
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
    for (const document of await db.collection(name).find().toArray())
      for (const secret of [PASTED, KEY]) expect([name, JSON.stringify(document)]).not.toContain(secret);
}

inBrowser('connecting a buyer in forms', () => {
  beforeAll(async () => {
    await putDemoTenant(at.world.stores);
    await memberOf(at, 'mia@example.com', 'manager', ['demo']);
    await at.world.addOperator('olly@example.com', 'operate');
    await memberOf(at, 'ana@example.com', 'analyst', ['demo']);
  });

  it.each(screens)(
    'goes from its example over its secret, the mapping, a refusal and a test call to a saved endpoint, on %s',
    async (name, screen) => {
      const id = name === 'a phone' ? 'end_phone' : 'end_desktop';
      const secret = `key_of_${id}`;
      got.length = 0;
      const page = await personAt(at, 'mia@example.com', '/new/demo/deliveryEndpoints', screen);
      const seen = watched(page);
      await page.getByText('Paste an example').waitFor();

      await fill(page.getByLabel('Example'), 'no command');
      await press(button(page, 'Read the example'));
      await page.getByText('must be a curl command, a JSON body or a form body').waitFor();
      const example = `curl ${buyer.url}/in -H 'X-Api-Key: ${PASTED}' --proxy-ntlm --json '{"first_name": "Ada", "zip_code": "02115", "plan": "b"}'`;
      await fill(page.getByLabel('Example'), example);
      expect(await seen.kept()).not.toContain(PASTED);
      // What is typed while it is read stays.
      await page.route('**/read-example', async (route) => {
        await page.getByLabel('Name', { exact: true }).fill('Acme');
        await route.continue();
      });
      await press(button(page, 'Read the example'));
      await page.getByText('plan: which field fills it').waitFor();
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Acme');
      await page.getByText('the option --proxy-ntlm').waitFor();
      expect(await page.getByLabel('Example').inputValue()).toBe('');
      expect(await page.getByLabel('Address *').inputValue()).toBe(`${buyer.url}/in`);
      // The line that is still to be chosen has the focus and says so.
      const plan = page.getByLabel('Our field of plan');
      expect(await plan.getAttribute('aria-invalid')).toBe('true');
      expect(await page.getByLabel('Our field of first_name').inputValue()).toBe('firstName');
      await isForEveryone(page);
      // A name that is typed is in the form once its field is left.
      await fill(page.getByLabel('Header to add'), 'X-Partner');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.getByLabel('Value of X-Partner').waitFor();
      await press(button(page, 'Remove X-Partner'));
      await fill(plan, 'injury');
      await fill(page.getByLabel('Id *'), id);
      await eventually('the tab keeps the form', async () => (await seen.kept()).includes(id), 60_000);

      const secrets = page.getByRole('region', { name: 'Secrets to save first' });
      await secrets.getByText('the header X-Api-Key').waitFor();
      await press(button(secrets, /^Save the secret /));
      const dialog = page.getByRole('dialog', { name: 'Save a secret' });
      expect(await dialog.getByLabel('Name').inputValue()).toMatch(/x_api_key$/);
      expect(await dialog.getByLabel('Value').getAttribute('type')).toBe('password');
      await fill(dialog.getByLabel('Name'), secret);
      await fill(dialog.getByLabel('Value'), KEY);
      await isForEveryone(page);
      await press(button(dialog, 'Save secret'));
      // A page behind a dialog has no regions.
      await dialog.waitFor({ state: 'detached' });
      await secrets.waitFor({ state: 'detached' });
      expect(await page.getByLabel('Value of X-Api-Key').inputValue()).toBe(`{{ secrets.${secret} }}`);

      await press(button(page, 'Try'));
      const lead = page.getByRole('region', { name: 'A lead', exact: true });
      await fill(lead.getByLabel('E-mail address'), 'nowhere');
      await press(button(page, 'Show the request'));
      await eventually(
        'the problem stands beside its field',
        async () => (await lead.getByLabel('E-mail address').getAttribute('aria-invalid')) === 'true',
        60_000,
      );
      await fill(lead.getByLabel('E-mail address'), 'ada@example.com');
      await press(button(page, 'Show the request'));
      const request = page.getByRole('region', { name: 'The request' });
      await request
        .getByRole('row', { name: /first_name/ })
        .getByText('Ada')
        .waitFor();
      await request.getByRole('row', { name: /plan/ }).getByText('the lead has none').waitFor();
      await request.getByText(`X-Api-Key: {{ secrets.${secret} }}`).waitFor();
      await isForEveryone(page);

      await turnTo(page, 'What to try', 'Answers');
      await fill(page.getByLabel('Status', { exact: true }), '422');
      await fill(page.getByLabel('Headers', { exact: true }), 'none of the form');
      await press(button(page, 'Read the answer'));
      await page.getByText('is not of the form Name: value.').waitFor();
      await fill(page.getByLabel('Headers', { exact: true }), 'Content-Type: application/json');
      await fill(page.getByLabel('Body', { exact: true }), '{"accepted": false, "why": "no ZIP"}');
      await press(button(page, 'Read the answer'));
      const meaning = page.getByRole('region', { name: 'What it means' });
      await meaning.getByText('rejected', { exact: true }).waitFor();
      await meaning.getByText('no rule', { exact: true }).waitFor();
      await isForEveryone(page);

      await turnTo(page, 'What to try', 'Mapping test');
      await press(button(page, 'Send a test…'));
      expect(got).toEqual([]);
      const question = page.getByRole('dialog', { name: 'Send a test to the buyer?' });
      await question.getByText(`${buyer.url}/in`).waitFor();
      await press(button(question, 'Send test'));
      const sent = page.getByRole('region', { name: 'The test call' });
      await sent.getByText('rejected', { exact: true }).first().waitFor();
      expect(got).toEqual([{ key: KEY, body: expect.stringContaining('"first_name":"Ada"') as string }]);
      await press(sent.locator('summary', { hasText: 'Call 1: answered 422' }));
      await sent.getByText('no ZIP').first().waitFor();
      await isForEveryone(page);

      expect(await of().deliveryEndpoints.find(id)).toBeUndefined();
      await press(button(page, 'Save'));
      await page.getByText(`${id} is saved.`).first().waitFor();
      expect(await of().deliveryEndpoints.find(id)).toMatchObject({
        url: `${buyer.url}/in`,
        headers: { 'X-Api-Key': `{{ secrets.${secret} }}` },
        fields: { first_name: 'firstName', zip_code: 'zip', plan: 'injury' },
      });

      const all = await seen.all();
      for (const each of [PASTED, KEY]) expect(all).not.toContain(each);
      await isStoredNowhere();
      expect(page.watched.complaints.filter((each) => !/400/.test(each))).toEqual([]);
      await page.context().close();
    },
    300_000,
  );

  it('tries a saved endpoint with a real lead and a real answer also for who may not change it, and for nobody who only reads', async () => {
    const { stores } = at.world;
    const rule = { when: { status: '422' }, outcome: 'rejected', reason: '$.why' };
    const saved = {
      ...{ deliveryEndpointId: 'end_saved', url: `${buyer.url}/in`, fields: { first: 'firstName' } },
      responseRules: [rule],
    };
    await putItem(of().deliveryEndpoints, 'end_saved', deliveryEndpointSchema.parse(saved));
    const { leadId, submissionId } = await decidedLead(stores, { firstName: 'Grace' });
    const now = stores.clock.now();
    const call = { submissionId, generation: 1 };
    const attempt = { n: 1, url: 'https://buyer.example', startedAt: now, leaseUntil: now };
    await of().attempts.claim(call, attempt);
    const answered = { kind: 'rejected', endedAt: now, durationMs: 5, status: 422 } as const;
    await of().attempts.conclude(call, 1, { ...answered, answer: '{"why":"no ZIP","token":"t0p-5ecret"}' });
    const noted = { at: now, leadId, submissionId, n: 1, outcome: 'rejected', status: 422, durationMs: 5 };
    stores.receivers.noteAnswer('demo', 'end_saved', noted);
    const isNoted = async () => (await stores.receivers.find('demo', 'end_saved')) !== undefined;
    await eventually('the answer is noted', isNoted, 60_000);

    const page = await personAt(at, 'olly@example.com', '/items/demo/deliveryEndpoints/end_saved');
    await press(button(page, 'Try'));
    expect(await button(page, 'Save').count()).toBe(0);
    await fill(page.getByLabel('An existing lead'), leadId);
    await press(button(page, 'Send a test…'));
    await page.getByText('A test is sent with the made-up lead only').waitFor();
    await press(button(page, 'Show the request'));
    const request = page.getByRole('region', { name: 'The request' });
    await request.getByRole('row', { name: /first/ }).getByText('Grace').waitFor();
    await turnTo(page, 'What to try', 'Answers');
    await press(button(page, 'Show its last answers'));
    await press(button(page, `Try the answer about ${leadId}`));
    const meaning = page.getByRole('region', { name: 'What it means' });
    await meaning.getByText('rule 1', { exact: true }).waitFor();
    await meaning.getByText('no ZIP', { exact: true }).waitFor();
    expect(await page.content()).not.toContain('t0p-5ecret');
    await isForEveryone(page);
    await page.context().close();

    const reader = await personAt(at, 'ana@example.com', '/items/demo/deliveryEndpoints/end_saved');
    await reader.getByText('Your role reads it and does not change it').waitFor();
    await reader.getByLabel('Address *').waitFor();
    for (const action of ['Try', 'Read the example']) expect(await button(reader, action).count()).toBe(0);
    await reader.context().close();
  }, 240_000);
});
