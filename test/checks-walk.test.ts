/** What docs/try/whom-not-to-sell.md shows, as it is written. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@sluice/local';
import { eventually } from '@sluice/testing';
import { startInstallation, type Installation } from './installation/installation.js';
import { sluice, walk } from './installation/walk.js';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
}, 120_000);
afterAll(() => installation.stop(), 60_000);

/** What is shown of a lead once it has this status. */
function shown(submitted: string, status: string): Promise<string> {
  const { data } = JSON.parse(submitted) as { readonly data: { readonly leadId: string } };
  return eventually(
    `${data.leadId} is ${status}`,
    async () => {
      const text = await sluice(installation, `leads show ${data.leadId} --tenant demo`);
      return text.includes(`status ${status}`) && text;
    },
    60_000,
  );
}

it('the demo turns away who is listed and who has no certificate, and shows what was asked about who is sold', async () => {
  const [imported, , listed = '', unproven = '', sold = '', last] = await walk(
    installation,
    'docs/try/whom-not-to-sell.md',
  );
  expect(imported).toContain('20 accepted, 0 duplicate, 0 invalid');
  expect(last).toContain('Submitted to campaign CHKRU.');
  expect(await shown(listed, 'disqualified')).toContain('The person is on the suppression list sl_dnc.');
  expect(await shown(unproven, 'disqualified')).toContain('Consent: it has no certificate of consent.');
  const story = await shown(sold, 'delivered');
  for (const told of ['Its certificate of consent is good', 'Look-up lk_dncscrub was answered', 'for $50.00'])
    expect(story).toContain(told);
  const calls = ['/lookups/*', '/trustedform/*'].map((path) => installation.sink.received({ path }).length);
  expect(calls).toEqual([1, 1]);
}, 180_000);

it('no walk submits or lists a person of another one, so each ends as its page says after any of them', () => {
  const numbersIn = (...paths: readonly string[]) => {
    const text = paths.map((path) => readFileSync(join(projectRoot, path), 'utf8')).join('');
    return [...new Set(text.replaceAll(/[ -]/g, '').match(/\+1\d{10}/g))];
  };
  const lists = 'docs/try/whom-not-to-sell.md';
  const walks = readdirSync(join(projectRoot, 'docs/try')).map((name) => `docs/try/${name}`);
  const numbers = ['README.md', ...walks].flatMap((page) =>
    page === lists ? numbersIn(page, 'examples/do-not-call.txt') : numbersIn(page),
  );
  expect(numbers.length).toBeGreaterThan(25);
  expect(numbers.filter((number, n) => numbers.indexOf(number) !== n)).toEqual([]);
});
