import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const noProcess = 2 ** 22 + 1;
const built = fileURLToPath(new URL('../dist/free-port.js', import.meta.url));

const seed = Math.random();

/**
 * The choice of port of a process that draws the same random numbers each time; other runs of this test, possibly
 * running at the same time, draw others.
 */
const firstChoice = () =>
  Number(
    inAnotherProcess(`
      let drawn = ${seed};
      Math.random = () => (drawn = (drawn * 997 + 0.618) % 1);
      console.log(await ports.freePort());`),
  );

/** What a process prints that has the exports of `free-port.ts` as `ports`. */
function inAnotherProcess(code: string): string {
  const script = `const ports = await import(${JSON.stringify(built)}); ${code}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  if (stdout === '') throw new Error(stderr);
  return stdout;
}

it('a port reserved by another process is reused only after that process has ended', () => {
  const port = firstChoice();
  const reservation = join(tmpdir(), 'sluice-ports', String(port));
  writeFileSync(reservation, String(process.pid));
  expect(firstChoice()).not.toBe(port);
  writeFileSync(reservation, String(noProcess));
  expect(firstChoice()).toBe(port);
});

it('a usual port that an installation has reserved is not taken by another that starts at the same time', () => {
  const port = firstChoice();
  const taken = () => inAnotherProcess(`console.log(await ports.takePort(${port}));`).trim();
  expect(taken()).toBe('true');
  writeFileSync(join(tmpdir(), 'sluice-ports', String(port)), String(process.pid));
  expect(taken()).toBe('false');
});
