/**
 * `npm start` as other tools rely on it: run.json, restarts, a second start with the same data, and no processes left
 * behind.
 *
 * @jest-environment-options {"fillsMachine": true}
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, readRunFile, type RunFile } from '@sluice/local';
import { serviceNames } from '@sluice/local';
import { isAlive } from '@sluice/testing';

const START_WITHIN_MS = 60_000;
const startProgram = fileURLToPath(new URL('../dist/start.js', import.meta.url));

let dataDir: string;
let env: NodeJS.ProcessEnv;
let supervisor: ChildProcess | undefined;
let printed = '';

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sluice-start-'));
  const ports = new Set<number>();
  while (ports.size < 3) ports.add(await freePort(ports));
  const [gateway, dashboard, sink] = [...ports].map(String);
  env = {
    // Its own stores and buyers, whatever this test run was given.
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    DATA_DIR: dataDir,
    PORT: gateway,
    DASHBOARD_PORT: dashboard,
    SINK_PORT: sink,
  };
});
afterAll(() => {
  supervisor?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function until<T>(
  what: string,
  look: () => T | undefined | Promise<T | undefined>,
  withinMs: number,
): Promise<T> {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (performance.now() > giveUpAt) throw new Error(`${what}: not within ${withinMs} ms\n${printed}`);
    await sleep(20);
  }
}

async function start(): Promise<RunFile> {
  printed = '';
  const child = spawn(process.execPath, [startProgram], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  supervisor = child;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => (printed += text.toString()));
  }
  return until(
    'everything answers',
    () => {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}\n${printed}`);
      return readRunFile(dataDir);
    },
    START_WITHIN_MS,
  );
}

async function stop(signal: NodeJS.Signals): Promise<number | null> {
  const child = supervisor!;
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill(signal);
  return ended;
}

function pidsOf({ services, redis, mongodb }: RunFile): number[] {
  return [...Object.values(services).flat(), redis.pid!, mongodb.pid!];
}

async function isReady({ gatewayUrl }: RunFile): Promise<boolean> {
  return (await fetch(`${gatewayUrl}/readyz`)).status === 200;
}

describe('npm start', () => {
  let run: RunFile;
  let leadId: string;

  it(
    'writes run.json once every process answers, and prints the password at the first start',
    async () => {
      run = await start();
      expect(run).toMatchObject({
        supervisor: supervisor?.pid,
        gatewayUrl: `http://127.0.0.1:${env['PORT']}`,
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
      await until('the banner', () => (printed.includes(run.operatorPassword) ? true : undefined), 10_000);
    },
    START_WITHIN_MS + 10_000,
  );

  it('prints a curl command that submits a lead', async () => {
    const curl = /-d '(?<body>\{.*\})'/.exec(printed)?.groups?.['body'];
    const response = await fetch(`${run.gatewayUrl}/api/v1/leads/submit`, {
      method: 'POST',
      headers: { 'X-API-Key': run.apiKey, 'Content-Type': 'application/json' },
      body: curl ?? '',
    });
    expect(response.status).toBe(202);
    ({ leadId } = ((await response.json()) as { data: { leadId: string } }).data);
    await until(
      'the buyer has the lead',
      async () => {
        const { received } = (await (await fetch(`${run.sinkUrl}/received?limit=100`)).json()) as {
          received: { path: string; body: string }[];
        };
        return (
          received.some(({ path, body }) => path === '/buyers/acme' && body.includes(leadId)) || undefined
        );
      },
      20_000,
    );
  });

  it('restarts a killed service and a killed store within a second and reports their new pids', async () => {
    const [killed] = run.services.delivery;
    for (const pid of [killed!, run.redis.pid!, run.mongodb.pid!]) process.kill(pid, 'SIGKILL');
    run = await until(
      'new pids in run.json',
      () => {
        const now = readRunFile(dataDir)!;
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
    const delaysMs = await until(
      'the supervisor prints the delays',
      () => {
        const said = [...printed.matchAll(/restarting in (\d+) ms/g)].map(([, delayMs]) => Number(delayMs));
        return said.length > 0 ? said : undefined;
      },
      10_000,
    );
    expect(Math.max(...delaysMs)).toBeLessThan(1_000);
    await until('ready again', async () => (await isReady(run)) || undefined, 20_000);
  }, 60_000);

  it('refuses a second instance on the same data directory in one sentence', () => {
    const { status, stderr } = spawnSync(process.execPath, [startProgram], { env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Sluice is already running with the data directory .*\n$/);
  });

  it('names the port and its variable when a port is in use', () => {
    const other = mkdtempSync(join(tmpdir(), 'sluice-start-'));
    try {
      const { status, stderr } = spawnSync(process.execPath, [startProgram], {
        env: { ...env, DATA_DIR: other },
        encoding: 'utf8',
      });
      expect(status).toBe(1);
      expect(stderr).toBe(
        `Port ${env['PORT']} for the gateway is already in use: free it, or set PORT to another port.\n`,
      );
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });

  it('drains on SIGTERM, removes run.json and leaves no process behind', async () => {
    const pids = pidsOf(run);
    expect(await stop('SIGTERM')).toBe(0);
    expect(readRunFile(dataDir)).toBeUndefined();
    expect(pids.filter(isAlive)).toEqual([]);
  }, 60_000);

  it(
    'starts again with its data and its key, and does not print the password again',
    async () => {
      const before = run;
      run = await start();
      expect(run.apiKey).toBe(before.apiKey);
      const listed = await fetch(`${run.gatewayUrl}/api/v1/leads`, { headers: { 'X-API-Key': run.apiKey } });
      expect(await listed.text()).toContain(leadId);
      await until('the banner', () => (printed.includes('secrets.json') ? true : undefined), 10_000);
      expect(printed).not.toContain(run.operatorPassword);
    },
    START_WITHIN_MS + 10_000,
  );

  it('leaves no process behind even when its supervisor is killed', async () => {
    const pids = pidsOf(run);
    expect(pids.every(isAlive)).toBe(true);
    await stop('SIGKILL');
    await until('all have ended', () => (pids.some(isAlive) ? undefined : true), 20_000);
  }, 30_000);
});
