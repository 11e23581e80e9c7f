/**
 * A second `npm start` with the data of the first, and the end of a supervisor that is killed.
 *
 * @jest-environment-options {"fillsMachine": true}
 */
import type { RunFile } from '@sluice/local';
import { isAlive } from '@sluice/testing';
import { npmStart, pidsOf, START_WITHIN_MS, type NpmStart } from './npm-start.js';

let installation: NpmStart;
beforeAll(async () => {
  installation = await npmStart();
});
afterAll(() => installation.remove());

describe('npm start', () => {
  let run: RunFile;

  it(
    'starts again with its data and its key, and does not print the password again',
    async () => {
      const before = await installation.start();
      const lead = await installation.until(
        'the banner',
        () => /-d '(?<body>\{.*\})'/.exec(installation.printed())?.groups?.['body'],
        10_000,
      );
      const submitted = await fetch(`${before.gatewayUrl}/api/v1/leads/submit`, {
        method: 'POST',
        headers: { 'X-API-Key': before.apiKey, 'Content-Type': 'application/json' },
        body: lead,
      });
      const { data } = (await submitted.json()) as { data: { leadId: string } };
      await installation.stop('SIGTERM');

      run = await installation.start();
      expect([run.apiKey, run.adminKey]).toEqual([before.apiKey, before.adminKey]);
      const listed = await fetch(`${run.gatewayUrl}/api/v1/leads`, { headers: { 'X-API-Key': run.apiKey } });
      expect(await listed.text()).toContain(data.leadId);
      const banner = () => (installation.printed().includes('secrets.json') ? true : undefined);
      await installation.until('the banner', banner, 10_000);
      expect(installation.printed()).not.toContain(run.operatorPassword);
    },
    2 * START_WITHIN_MS + 10_000,
  );

  it('leaves no process behind even when its supervisor is killed', async () => {
    const pids = pidsOf(run);
    expect(pids.every(isAlive)).toBe(true);
    await installation.stop('SIGKILL');
    await installation.until('all have ended', () => (pids.some(isAlive) ? undefined : true), 20_000);
  }, 30_000);
});
