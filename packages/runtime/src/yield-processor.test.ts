import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';

const MODULE = new URL('../dist/yield-processor.js', import.meta.url).href;
const NICENESS = 10;

/** Calls `yieldProcessor` in another process and returns what `read` sees of it. */
async function afterYielding<T>(detached: boolean, read: (pid: number) => T, before = 0): Promise<T> {
  return after(`if (${before} > 0) setPriority(${before}); yieldProcessor(${NICENESS});`, read, detached);
}

/** Runs `statements` in another process and returns what `read` sees of it. */
async function after<T>(statements: string, read: (pid: number) => T, detached = false): Promise<T> {
  const script = `import { runAsIdleWork, yieldProcessor } from '${MODULE}';
    import { setPriority } from 'node:os';
    ${statements} console.log('yielded'); process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    detached,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  try {
    await once(child.stdout, 'data');
    return read(child.pid ?? 0);
  } finally {
    child.stdin.end();
    await exited;
  }
}

const sessionNiceness = (pid: number) =>
  readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim().split(' ').at(-1);

describe('yieldProcessor', () => {
  it('sets the niceness of the process', async () => {
    await expect(afterYielding(false, getPriority)).resolves.toBe(NICENESS);
  });

  it('leaves a higher niceness as it is', async () => {
    await expect(afterYielding(false, getPriority, NICENESS + 5)).resolves.toBe(NICENESS + 5);
  });

  (existsSync('/proc/self/autogroup') ? describe : describe.skip)('where Linux groups sessions', () => {
    it('sets the niceness of a session that the process leads', async () => {
      await expect(afterYielding(true, sessionNiceness)).resolves.toBe(String(NICENESS));
    });

    it("leaves the niceness of its parent's session as it is", async () => {
      const before = sessionNiceness(process.pid);
      await expect(afterYielding(false, sessionNiceness)).resolves.toBe(before);
    });
  });
});

// Fields are counted from the one after the name; see proc_pid_stat(5).
const POLICY_FIELD = 38;
const SCHED_IDLE = 5;

const policiesOf = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[POLICY_FIELD]);
  });

const hasPolicies = spawnSync('chrt', ['--max']).status === 0;

(hasPolicies ? describe : describe.skip)('runAsIdleWork, where Linux has scheduling policies', () => {
  it('makes every thread of the process idle work', async () => {
    const policies = await after('await runAsIdleWork();', policiesOf);
    expect(new Set(policies)).toEqual(new Set([SCHED_IDLE]));
  });
});
