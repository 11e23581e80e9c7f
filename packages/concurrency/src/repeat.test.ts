import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { DeadlineExceededError } from './deadline.js';
import { repeat, type Repeated, type Repetition } from './repeat.js';

const running: Repeated[] = [];
function start(repetition: Partial<Repetition> & Pick<Repetition, 'run'>): Repeated {
  const repeated = repeat({ what: 'a test', everyMs: 1, withinMs: 10_000, ...repetition });
  running.push(repeated);
  return repeated;
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((repeated) => repeated.stop()));
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(1);
}

describe('a repeated task', () => {
  it('runs again and again, and never twice at the same time', async () => {
    let runs = 0;
    let atOnce = 0;
    let mostAtOnce = 0;
    start({
      run: async () => {
        runs += 1;
        mostAtOnce = Math.max(mostAtOnce, (atOnce += 1));
        await pause(10);
        atOnce -= 1;
      },
    });
    await until(() => runs >= 5);
    expect(mostAtOnce).toBe(1);
  });

  it('waits for the configured time before its first run, and after each run for the time given then', async () => {
    const began: number[] = [];
    const rests = [60, 120];
    const startedAt = performance.now();
    start({
      run: () => began.push(performance.now()),
      everyMs: () => rests.shift() ?? 60_000,
      firstAfterMs: 30,
    });
    await until(() => began.length === 3);
    const waited = began.map((at, n) => at - (began[n - 1] ?? startedAt));
    // A timer may fire a millisecond early by this clock.
    [30, 60, 120].forEach((leastMs, n) => expect(waited[n]).toBeGreaterThan(leastMs - 2));
    expect(rests).toEqual([]);
  });

  it('continues after a run that fails, at once or later, and reports the failure', async () => {
    const failures: unknown[] = [];
    let runs = 0;
    start({
      run: () => {
        runs += 1;
        if (runs === 1) throw new Error('at once');
        if (runs === 2) return Promise.reject(new Error('later'));
        return undefined;
      },
      failed: (error) => failures.push(error),
    });
    await until(() => runs >= 4);
    expect(failures).toEqual([new Error('at once'), new Error('later')]);
  });

  it('gives up a run that never ends, and continues', async () => {
    const failures: unknown[] = [];
    let runs = 0;
    start({
      run: () => ((runs += 1) === 1 ? new Promise(() => undefined) : undefined),
      withinMs: 20,
      failed: (error) => failures.push(error),
    });
    await until(() => runs >= 3);
    expect(failures).toEqual([expect.any(DeadlineExceededError)]);
    expect(String(failures[0])).toContain('a test');
  });

  it('is over once it was stopped: the current run has ended, and no other starts', async () => {
    let runs = 0;
    let ended = 0;
    const repeated = start({
      run: async () => {
        runs += 1;
        await pause(50);
        ended += 1;
      },
    });
    await until(() => runs === 1);
    await repeated.stop();
    expect(ended).toBe(1);
    await pause(30);
    await repeated.stop();
    expect(runs).toBe(1);
  });

  it('never starts when it is stopped before its first run', async () => {
    let runs = 0;
    const repeated = start({ run: () => (runs += 1), everyMs: 10 });
    await repeated.stop();
    await pause(30);
    expect(runs).toBe(0);
  });

  it.each([
    ['between two runs', 'undefined', 60_000],
    ['in a run that never ends', 'new Promise(() => undefined)', 0],
  ])('keeps no process alive %s', (_when, runs, firstAfterMs) => {
    const built = new URL('../dist/index.js', import.meta.url).href;
    const program = `import { repeat } from '${built}';
      repeat({ what: 'x', run: () => ${runs}, everyMs: 60000, withinMs: 60000, firstAfterMs: ${firstAfterMs} });
      setTimeout(() => undefined, 200);`;
    const ended = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      timeout: 20_000,
    });
    expect(ended.status).toBe(0);
  });

  it('may stop itself in a run', async () => {
    let runs = 0;
    const repeated = start({
      run: () => {
        runs += 1;
        void repeated.stop();
      },
    });
    await until(() => runs === 1);
    await pause(30);
    expect(runs).toBe(1);
  });
});
