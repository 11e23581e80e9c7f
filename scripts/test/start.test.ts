/**
 * `npm start` as other tools rely on it: run.json, restarts, and no process left behind.
 *
 * @jest-environment-options {"fillsMachine": true}
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoAddress, readOrMakeSecrets, readRunFile, serviceNames, type RunFile } from '@sluice/local';
import { isAlive } from '@sluice/testing';
import { npmStart, pidsOf, START_WITHIN_MS, startProgram, type NpmStart } from './npm-start.js';

let installation: NpmStart;
beforeAll(async () => {
  installation = await npmStart();
});
afterAll(() => installation.remove());

async function isReady({ gatewayUrl }: RunFile): Promise<boolean> {
  return (await fetch(`${gatewayUrl}/readyz`)).status === 200;
}

describe('npm start', () => {
  let run: RunFile;

  it(
    'writes run.json once every process answers, and prints the password at the first start',
    async () => {
      run = await installation.start();
      expect(run).toMatchObject({
        supervisor: installation.supervisorPid(),
        gatewayUrl: `http://127.0.0.1:${installation.env['PORT']}`,
      });
      expect(Object.keys(run.services)).toEqual([...serviceNames]);
      expect(Object.keys(run.health)).toEqual([...serviceNames]);
      for (const url of Object.values(run.health)) {
        expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ ready: true });
        expect(await (await fetch(`${url}/metrics`)).text()).toContain('sluice_dependency_up');
      }
      expect((await fetch(`${run.gatewayUrl}/metrics`)).status).toBe(404);
      expect(pidsOf(run).every(isAlive)).toBe(true);
      expect(await isReady(run)).toBe(true);
      expect((await fetch(`${run.sinkUrl}/stats`)).status).toBe(200);
      const me = await fetch(`${run.dashboardUrl}/admin/v1/me`, { headers: { 'X-Admin-Key': run.adminKey } });
      expect(await me.json()).toMatchObject({ data: { role: 'administer', via: 'admin key' } });
      await installation.until(
        'the banner',
        () => (installation.printed().includes(run.operatorPassword) ? true : undefined),
        10_000,
      );
      expect(installation.printed()).toMatch(/Or as +owner@\S+, manager@\S+, analyst@\S+ .*secrets\.json/);
      const { demoPasswords } = readOrMakeSecrets(installation.dataDir).secrets;
      const owner = await fetch(`${run.dashboardUrl}/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: run.dashboardUrl },
        body: JSON.stringify({ email: demoAddress('owner'), password: demoPasswords?.owner }),
      });
      expect(owner.status).toBe(200);
    },
    START_WITHIN_MS + 10_000,
  );

  it('prints a curl command that submits a lead', async () => {
    const curl = /-d '(?<body>\{.*\})'/.exec(installation.printed())?.groups?.['body'];
    const response = await fetch(`${run.gatewayUrl}/api/v1/leads/submit`, {
      method: 'POST',
      headers: { 'X-API-Key': run.apiKey, 'Content-Type': 'application/json' },
      body: curl ?? '',
    });
    expect(response.status).toBe(202);
    const { data } = (await response.json()) as { data: { leadId: string } };
    await installation.until(
      'the buyer has the lead',
      async () => {
        const { received } = (await (await fetch(`${run.sinkUrl}/received?limit=100`)).json()) as {
          received: { path: string; body: string }[];
        };
        return (
          received.some(({ path, body }) => path === '/buyers/acme' && body.includes(data.leadId)) ||
          undefined
        );
      },
      20_000,
    );
  });

  it('mails a link for a forgotten password to its mailbox', async () => {
    const email = demoAddress('owner');
    const asked = await fetch(`${run.dashboardUrl}/password/forgot`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: run.dashboardUrl },
      body: JSON.stringify({ email }),
    });
    expect(asked.status).toBe(200);
    await installation.until(
      'the mailbox has the link',
      async () => {
        const mails = await (await fetch(`${run.sinkUrl}/received?path=/mail/${email}`)).text();
        return mails.includes(`${run.dashboardUrl}/password/reset#`) || undefined;
      },
      20_000,
    );
  });

  it('restarts a killed service and a killed store within a second and reports their new pids', async () => {
    const [killed] = run.services.delivery;
    for (const pid of [killed!, run.redis.pid!, run.mongodb.pid!]) process.kill(pid, 'SIGKILL');
    run = await installation.until(
      'new pids in run.json',
      () => {
        const now = readRunFile(installation.dataDir)!;
        const [delivery] = now.services.delivery;
        const back = [delivery, now.redis.pid, now.mongodb.pid];
        return back.every((pid) => pid !== undefined && isAlive(pid)) &&
          delivery !== killed &&
          now.redis.pid !== run.redis.pid &&
          now.mongodb.pid !== run.mongodb.pid
          ? now
          : undefined;
      },
      // The start of the restart is asserted below; its duration depends on the load of the machine.
      15_000,
    );
    // The message may arrive before or after run.json changes.
    const delaysMs = await installation.until(
      'the supervisor prints the delays',
      () => {
        const said = [...installation.printed().matchAll(/restarting in (\d+) ms/g)].map(([, delayMs]) =>
          Number(delayMs),
        );
        return said.length > 0 ? said : undefined;
      },
      10_000,
    );
    expect(Math.max(...delaysMs)).toBeLessThan(1_000);
    await installation.until('ready again', async () => (await isReady(run)) || undefined, 20_000);
  }, 60_000);

  it('refuses a second instance on the same data directory in one sentence', () => {
    const { status, stderr } = spawnSync(process.execPath, [startProgram], {
      env: installation.env,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Sluice is already running with the data directory .*\n$/);
  });

  it('names the port and its variable when a port is in use', () => {
    const other = mkdtempSync(join(tmpdir(), 'sluice-start-'));
    try {
      const { status, stderr, stdout } = spawnSync(process.execPath, [startProgram], {
        env: { ...installation.env, DATA_DIR: other },
        encoding: 'utf8',
      });
      expect(status).toBe(1);
      expect(stderr).toBe(
        `Port ${installation.env['PORT']} for the gateway is already in use: free it, or set PORT to another port.\n`,
      );
      // Nothing had been started.
      expect(stdout).not.toMatch(/closed|drained|stopped/);
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });

  it('drains on SIGTERM, removes run.json and leaves no process behind', async () => {
    const pids = pidsOf(run);
    expect(await installation.stop('SIGTERM')).toBe(0);
    expect(readRunFile(installation.dataDir)).toBeUndefined();
    expect(pids.filter(isAlive)).toEqual([]);
  }, 60_000);
});
