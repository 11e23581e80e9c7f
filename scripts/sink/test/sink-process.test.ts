import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

async function startProcess(env: Record<string, string> = {}): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(main, [], {
    env: { ...process.env, SINK_PORT: '0', ...env },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const line = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (data: Buffer) => resolve(data.toString())),
  );
  const { url } = JSON.parse(line) as { url: string };
  return { child, url };
}

const exitOf = (child: ChildProcess) =>
  new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.once('exit', (code, signal) => resolve([code, signal])),
  );

it('the demo buyer process prints its address, accepts leads, and exits cleanly on SIGTERM with a request hanging', async () => {
  const { child, url } = await startProcess();
  expect((await fetch(`${url}/buyers/acme`, { method: 'POST' })).status).toBe(200);
  await fetch(`${url}/behaviour`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path: '/buyers/acme', mode: 'hang' }),
  });
  const hanging = fetch(`${url}/buyers/acme`, { method: 'POST' }).catch(() => 'dropped');
  const exit = exitOf(child);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(await hanging).toBe('dropped');
});

it('the demo buyer process ends with its supervisor', async () => {
  const { child } = await startProcess({ SLUICE_SUPERVISED: '1' });
  const exit = exitOf(child);
  child.disconnect();
  expect(await exit).toEqual([0, null]);
});
