import { duringTests } from '@sluice/testing';
import { openGateway } from './gateway.js';

const world = duringTests(openGateway);

describe('/docs/reference/api', () => {
  it('the reference loads only resources of the gateway itself', async () => {
    const page = await fetch(`${world.url}/docs/reference/api`);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, address]) => new URL(address!, page.url),
    );
    expect(assets.length).toBeGreaterThan(3);
    for (const asset of assets) {
      expect(asset.origin).toBe(world.url);
      const answer = await fetch(asset);
      expect(answer.status).toBe(200);
      // Its connection stays open until it is read.
      await answer.body?.cancel();
    }
  });
});
