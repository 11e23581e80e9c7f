import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const nobody = 2 ** 22 + 1;

/** The first choice of port in a separate process, which is always the same. */
async function firstChoice(): Promise<number> {
  jest.resetModules();
  const { freePort } = await import('./free-port.js');
  const random = jest.spyOn(Math, 'random').mockReturnValueOnce(0.987_65);
  try {
    return await freePort();
  } finally {
    random.mockRestore();
  }
}

it('a port reserved by another process is reused only after that process has ended', async () => {
  const port = await firstChoice();
  const reservation = join(tmpdir(), 'sluice-ports', String(port));
  writeFileSync(reservation, String(process.ppid));
  expect(await firstChoice()).not.toBe(port);
  writeFileSync(reservation, String(nobody));
  expect(await firstChoice()).toBe(port);
});
