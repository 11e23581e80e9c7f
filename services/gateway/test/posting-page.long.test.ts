/** The page of posting instructions in a real browser: on a phone, in both colours, for users of screen readers. */
import { axeFindings, duringTests, putItem, watchPage } from '@sluice/testing';
import { inBrowser, openGatewayInBrowser } from './in-browser.js';
import { aSupplier } from './suppliers.js';

const world = duringTests(openGatewayInBrowser);
let address = '';
beforeAll(async () => {
  const { supplierId } = await aSupplier(world);
  const { campaign, stores } = world.alpha;
  await putItem(stores.campaigns, 'ACMRU', {
    ...campaign,
    disqualificationConditionals: [
      {
        logicalOperator: 'AND',
        public: true,
        subRules: [
          {
            logicalOperator: 'AND',
            conditions: [{ field: 'state', operator: 'in', value: ['NV', 'x'.repeat(200)] }],
          },
        ],
      },
    ],
  });
  const link = { tenantId: 'alpha', supplierId, campaignId: 'ACMRU' };
  address = `${world.url}/post/${await world.stores.postingLinks.add(link, new Date(), undefined)}`;
}, 120_000);

inBrowser('posting instructions in a browser', () => {
  it.each([
    ['light', 390],
    ['dark', 390],
    ['light', 1_280],
    ['dark', 1_280],
  ] as const)(
    'fit the window, load nothing else and have no finding of axe: %s, %i pixels wide',
    async (colorScheme, width) => {
      const context = await world.browser.newContext({ colorScheme, viewport: { width, height: 844 } });
      const page = await context.newPage();
      const { asked, complaints } = watchPage(page);
      await page.goto(address);
      await page.getByRole('heading', { name: 'Posting instructions', level: 1 }).waitFor();
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(await axeFindings(page)).toEqual([]);
      // The style is applied, which its hash in the policy allows.
      const paper = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      expect(paper).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(13, 17, 23)');
      expect(asked.filter((one) => !one.endsWith('/favicon.ico'))).toEqual([address]);
      expect(complaints.filter((one) => !one.includes('favicon'))).toEqual([]);
      await context.close();
    },
    120_000,
  );
});
