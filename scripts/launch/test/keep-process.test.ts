/** Guarantees of the supervisor about one process, tested with real child processes. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@sluice/local';
import { isAlive } from '@sluice/testing';
import { keepProcess, type KeptProcess } from '../src/supervisor/keep-process.js';
import type { ProcessSpec } from '../src/supervisor/launch-process.js';
import { endRecordedProcesses, recordedProcess } from '../src/supervisor/process-identity.js';

const child = fileURLToPath(new URL('fixtures/child.mjs', import.meta.url));
let folder: string;
const kept: KeptProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-keep-'));
});
afterEach(async () => {
  await Promise.all(kept.splice(0).map((one) => one.stop(100)));
  rmSync(folder, { recursive: true, force: true });
});

function spec(over: Partial<ProcessSpec> = {}): ProcessSpec {
  return {
    name: 'child',
    command: process.execPath,
    args: [child],
    env: process.env,
    logFile: join(folder, 'child.log'),
    pidFile: join(folder, 'pids', 'child.json'),
    tiedBy: 'channel',
    ...over,
  };
}

function keep(...args: Parameters<typeof keepProcess>): KeptProcess {
  const one = keepProcess(...args);
  kept.push(one);
  return one;
}

async function until(what: () => boolean, withinMs = 10_000): Promise<number> {
  const startedMs = performance.now();
  while (!what()) {
    if (performance.now() - startedMs > withinMs) throw new Error(`not within ${withinMs} ms`);
    await sleep(10);
  }
  return performance.now() - startedMs;
}

const isUp = (pid: number | undefined) => () =>
  readFileSync(join(folder, 'child.log'), 'utf8').includes(`"pid":${pid}`);

describe('the supervision of a process', () => {
  it('restarts a killed process within a second and reports its new pid', async () => {
    const started: number[] = [];
    const delays: number[] = [];
    const one = keep(spec(), {
      started: (pid) => started.push(pid),
      ended: ({ delayMs }) => delays.push(delayMs),
    });
    const first = one.pid;
    await until(isUp(first));

    process.kill(first!, 'SIGKILL');

    // The time until the process runs depends on the load of the machine.
    await until(() => started.length === 2);
    expect(delays[0]).toBeLessThan(1_000);
    expect(one.pid).toBe(started[1]);
    expect(one.pid).not.toBe(first);
    await until(isUp(one.pid));
  });

  it('restarts a killed process within a second, the tenth time like the first', async () => {
    const delays: number[] = [];
    const one = keep(spec(), { ended: ({ delayMs }) => delays.push(delayMs) });
    for (let kills = 1; kills <= 10; kills += 1) {
      await until(() => one.pid !== undefined);
      process.kill(one.pid!, 'SIGKILL');
      await until(() => delays.length === kills);
    }
    expect(Math.max(...delays)).toBeLessThan(1_000);
    await until(() => one.pid !== undefined);
    await until(isUp(one.pid));
  });

  it('does not restart a process that was stopped during a restart', async () => {
    const started: number[] = [];
    const one = keep(spec({ env: { ...process.env, BEHAVIOUR: 'deaf' } }), {
      started: (pid) => started.push(pid),
    });
    await until(isUp(one.pid));
    await Promise.all([one.restart(300), one.stop(300)]);
    await sleep(300);
    expect(started).toHaveLength(1);
    expect(one.pid).toBeUndefined();
  });

  it('with startsAgain false does not restart an ended process before restart is called', async () => {
    const delays: number[] = [];
    const one = keep(spec(), { ended: ({ delayMs }) => delays.push(delayMs) }, { startsAgain: false });
    await until(isUp(one.pid));
    one.signal('SIGKILL');
    expect(await one.end).toEqual({ code: null, signal: 'SIGKILL' });
    await sleep(300);
    expect(one.pid).toBeUndefined();
    expect(delays).toEqual([Infinity]);

    await one.restart(1_000);
    expect(one.pid).toBeDefined();
    await until(isUp(one.pid));
  });

  it('computes the environment variables anew for each run', async () => {
    let runs = 0;
    const one = keep(spec({ envOfRun: () => ({ BEHAVIOUR: (runs += 1) === 1 ? 'crash' : '' }) }));
    expect(await one.end).toEqual({ code: 3, signal: null });
    await until(() => one.pid !== undefined);
    await until(isUp(one.pid));
    expect(runs).toBe(2);
  });

  it('keeps restarting a process that crashes, with growing delays', async () => {
    const delays: number[] = [];
    keep(spec({ env: { ...process.env, BEHAVIOUR: 'crash' } }), {
      ended: ({ delayMs }) => delays.push(delayMs),
    });
    await until(() => delays.length === 3);
    expect(delays).toEqual([100, 200, 400]);
  });

  it('keeps trying when the program cannot even be started', async () => {
    let ends = 0;
    keep(spec({ command: join(folder, 'no-such-program') }), { ended: () => (ends += 1) });
    await until(() => ends === 2);
  });

  it('kills a process that ignores SIGTERM, after the grace period and not before', async () => {
    const one = keep(spec({ env: { ...process.env, BEHAVIOUR: 'deaf' } }));
    const pid = one.pid!;
    await until(isUp(pid));
    const startedMs = performance.now();
    await one.stop(300);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(295);
    expect(isAlive(pid)).toBe(false);
  });

  it('does not restart a process that was stopped, not even between two runs', async () => {
    const started: number[] = [];
    const one = keep(spec({ env: { ...process.env, BEHAVIOUR: 'crash' } }), {
      started: (pid) => started.push(pid),
    });
    await until(() => started.length > 0 && one.pid === undefined);
    const runs = started.length;
    await one.stop(100);
    await sleep(500);
    expect(started.length).toBe(runs);
    expect(recordedProcess(join(folder, 'pids', 'child.json'))).toBeUndefined();
  });

  it('lets several processes listen on one port', async () => {
    const port = await freePort();
    const env = { ...process.env, PORT: String(port) };
    const pair = ['a', 'b'].map((name) =>
      keep(spec({ name, env, tiedBy: 'shared-port', pidFile: join(folder, 'pids', `${name}.json`) })),
    );
    await until(() => pair.every(({ pid }) => isUp(pid)()));
    const ask = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}`)).text().catch(() => '');

    const answered = new Set<string>();
    for (let request = 0; request < 20; request += 1) answered.add(await ask());
    expect([...answered].every((pid) => pair.some((one) => String(one.pid) === pid))).toBe(true);

    await pair[0]!.stop(1_000);
    expect(await ask()).toBe(String(pair[1]!.pid));
  });
});

describe('a killed supervisor', () => {
  it('leaves no process behind, neither a Node process nor another program', async () => {
    const supervisor = spawn(process.execPath, [
      fileURLToPath(new URL('fixtures/supervisor.mjs', import.meta.url)),
      folder,
    ]);
    const printed = await new Promise<string>((resolve) =>
      supervisor.stdout.once('data', (text: Buffer) => resolve(text.toString())),
    );
    const pids = printed.trim().split(' ').map(Number);
    expect(pids.every(isAlive)).toBe(true);
    await sleep(300);

    supervisor.kill('SIGKILL');

    // If the kernel cannot end the foreign process, the next start does, by its record.
    await endRecordedProcesses(join(folder, 'pids'));
    await until(() => !pids.some(isAlive));
  });
});

describe('ending the recorded processes of a killed supervisor', () => {
  it('never affects an unrelated process that got the pid of a recorded one', async () => {
    const one = keep(spec());
    const file = spec().pidFile;
    await until(isUp(one.pid));
    const record = JSON.parse(readFileSync(file, 'utf8')) as { pid: number; started: string };
    writeFileSync(file, JSON.stringify({ ...record, started: 'another instant' }));

    await endRecordedProcesses(join(folder, 'pids'));

    expect(isAlive(record.pid)).toBe(true);
    expect(existsSync(file)).toBe(false);
  });
});
