import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const nobody = 2 ** 22 + 1;
const built = fileURLToPath(new URL('../dist/free-port.js', import.meta.url));

/** The first choice of port of a process that draws the same random number first each time. */
function firstChoice(): number {
  const script = `
    const { random } = Math;
    Math.random = () => { Math.random = random; return 0.987_65; };
    const { freePort } = await import(${JSON.stringify(built)});
    console.log(await freePort());`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  if (stdout === '') throw new Error(stderr);
  return Number(stdout);
}

it('a port reserved by another process is reused only after that process has ended', () => {
  const port = firstChoice();
  const reservation = join(tmpdir(), 'sluice-ports', String(port));
  writeFileSync(reservation, String(process.pid));
  expect(firstChoice()).not.toBe(port);
  writeFileSync(reservation, String(nobody));
  expect(firstChoice()).toBe(port);
});
