/** The documentation site, built from the pages as they are, in a real browser: light and dark, at a desk and on a phone. */
import { projectRoot } from '@sluice/local';
import { axeFindings, duringTests, eventually, watchPage } from '@sluice/testing';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { inBrowser, openGatewayInBrowser } from './in-browser.js';

const docs = join(projectRoot, 'dist', 'docs');
const world = duringTests(() => openGatewayInBrowser({ docs }));

// As `npm run docs`, which installs its generator if need be.
beforeAll(
  () => promisify(execFile)(process.execPath, [join(projectRoot, 'scripts/bootstrap/docs.mjs')]),
  600_000,
);

const desk = { width: 1_280, height: 844 };
const phone = { width: 390, height: 844 };

/** What is typed, the page that answers, and words of the answer. */
const questions = [
  ['make my first campaign', 'sell/first-campaign', 'Campaigns, New campaign'],
  ['refuse leads from one state', 'sell/conditions', 'Add to refuse leads'],
  ['why did this lead go there', 'sell/find-a-lead', 'the timeline has every decision'],
  ['pause a campaign, and what of the waiting leads', 'sell/pause', 'is decided again at once'],
  ["which affiliate's leads pay", 'sell/reports', "Which affiliate's leads pay?"],
  ['where do I post, and which fields', 'build/affiliate', '/api/v1/leads/submit'],
  ['after a timeout, may I send again', 'build/affiliate', 'Send the same body under the same'],
  ['what does this reason mean', 'sell/find-a-lead', 'Reasons lists every one'],
  ['no_route', 'reference/reasons', 'no campaign could take the lead'],
  ['duplicate_phone', 'reference/reasons', 'another lead has the same phone number'],
  ['sluice_queue_depth', 'reference/metrics', 'sluice_queue_depth'],
  ['what will you post to me, and how do I know a repeat', 'build/buyer', 'By the header Idempotency-Key'],
  ['how do I verify your webhooks', 'build/webhooks', 'webhook-signature'],
  ['an alert fires', 'run/runbook', 'the page that its runbook names'],
  ['a queue is paused, batches have failed', 'run/runbook/queues', 'sluice queues resume QUEUE'],
  ["restore yesterday's dump", 'run/restore', 'mongorestore'],
  ['upgrade on Kubernetes without KEDA', 'run/upgrades', 'With and without KEDA the same'],
  ['where is the test of caps, and how do I run one', 'project/tests', 'the tests of caps'],
] as const;

const addressesOfResults = `[...document.querySelectorAll('a.result')].map((link) => link.getAttribute('href'))`;

/** How many of the search's results a reader looks at. */
const first = 3;

inBrowser('the documentation site', () => {
  describe.each([
    ['light', desk],
    ['dark', desk],
    ['light', phone],
    ['dark', phone],
  ] as const)('%s, %o', (colorScheme, viewport) => {
    let page: Page;
    let watched: ReturnType<typeof watchPage>;
    beforeAll(async () => {
      const context = await world.browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' });
      page = await context.newPage();
      watched = watchPage(page);
    }, 60_000);
    afterAll(async () => {
      await page.context().close();
    });

    const isClean = async () => {
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(viewport.width);
      expect([page.url(), await axeFindings(page)]).toEqual([page.url(), []]);
    };

    it('begins with a page from which every door is reached', async () => {
      await page.goto(`${world.url}/docs`);
      await page.getByRole('heading', { name: 'Sluice', level: 1 }).waitFor();
      await isClean();
      if (viewport === phone) await page.getByRole('button', { name: 'mobile navigation' }).click();
      const menu = page.getByRole('navigation').filter({ visible: true });
      for (const door of ['Sell leads', 'Build on it', 'Run it', 'Reference', "The authors' book"])
        await menu.getByRole('link', { name: door, exact: true }).first().waitFor();
      await isClean();
    }, 120_000);

    it('finds an answer by a question within two clicks', async () => {
      await page.goto(`${world.url}/docs/`);
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('searchbox').fill("restore yesterday's dump");
      const found = page.getByRole('dialog').getByRole('link', { name: /restore/i });
      await found.first().waitFor();
      await isClean();
      await found.first().click();
      await page.waitForURL(/\/docs\/run\//);
      await page
        .getByRole('main')
        .getByText(/mongorestore/)
        .first()
        .waitFor();
      await isClean();
    }, 120_000);

    it('shows code, tables, pictures and the page of a wrong address without a finding', async () => {
      for (const path of ['sell/templates', 'project/security', 'project/benchmarks', 'no/such/page']) {
        await page.goto(`${world.url}/docs/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await isClean();
      }
    }, 240_000);

    it('asks no other host, and breaks no rule of its policy', () => {
      expect(new Set(watched.asked.map((address) => new URL(address).origin))).toEqual(new Set([world.url]));
      const unexpected = watched.complaints.filter((one) => !one.includes('404 (Not Found)'));
      expect(unexpected).toEqual([]);
    });
  });

  it.each(questions)(
    'finds among the first results of its search the page that answers: %s',
    async (question, path, words) => {
      const page = await world.browser.newPage();
      await page.goto(`${world.url}/docs/`);
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('searchbox').fill(question);
      const isAnswer = new RegExp(`^/docs/${path}(#|$)`);
      const place = await eventually(`${path} among the first results`, async () => {
        const addresses = await page.evaluate<string[]>(addressesOfResults);
        const nth = addresses.slice(0, first).findIndex((address) => isAnswer.test(address));
        return nth < 0 ? undefined : nth;
      });
      await page.getByRole('dialog').locator('a.result').nth(place).click();
      await page.waitForURL(({ pathname }) => pathname === `/docs/${path}`);
      await page.getByRole('main').getByText(words).first().waitFor();
      await page.close();
    },
    120_000,
  );

  it('tests and other files of the repository, which the site does not have, are named there and no links', async () => {
    const page = await world.browser.newPage();
    await page.goto(`${world.url}/docs/project/security`);
    const named = page.getByRole('main').getByTitle('services/gateway/test/isolation.test.ts');
    expect(await named.count()).toBeGreaterThan(0);
    expect(await page.getByRole('main').locator('a[href*=".test.ts"]').count()).toBe(0);
    await page.close();
  }, 60_000);

  it('no page has a script of its own, which the policy would stop', async () => {
    expect(existsSync(join(docs, 'index.html'))).toBe(true);
    for (const path of ['', 'sell/money', 'no/such/page']) {
      const html = await (await fetch(`${world.url}/docs/${path}`)).text();
      expect(html.match(/<script(?![^>]* src=)[^>]*>/g)).toBeNull();
    }
  });
});
