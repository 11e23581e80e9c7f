import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';

const MODULE = new URL('../dist/yield-processor.js', import.meta.url).href;
const NICENESS = 10;

/** Calls `yieldProcessor` in another process and returns what `read` sees of it. */
async function afterYielding<T>(detached: boolean, read: (pid: number) => T, before = 0): Promise<T> {
  const script = `import { yieldProcessor } from '${MODULE}'; import { setPriority } from 'node:os';
    if (${before} > 0) setPriority(${before});
    yieldProcessor(${NICENESS}); console.log('yielded'); process.stdin.resume();`;
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
