import { duringTests, listen } from '@sluice/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { probe } from '../src/probe/probe.js';

describe('the health check of a container', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-probe-'));
  const answers = { '/healthz': 200, '/readyz': 200 } as Record<string, number>;
  const server = duringTests(() =>
    listen((request, response) => response.writeHead(answers[request.url ?? ''] ?? 404).end()),
  );
  let url: string;
  beforeAll(async () => {
    ({ url } = server);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('kills a process that was not alive three times in a row, and no other', async () => {
    const hanging = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    const ended = once(hanging, 'exit');
    const check = () =>
      probe({ url, countFile: join(folder, 'a'), processes: () => [hanging.pid as number] });
    expect(await check()).toBe('ready');
    answers['/healthz'] = 503;
    expect([await check(), await check()]).toEqual(['not_alive', 'not_alive']);
    answers['/healthz'] = 200;
    expect(await check()).toBe('ready');
    answers['/healthz'] = 503;
    expect([await check(), await check(), await check()]).toEqual(['not_alive', 'not_alive', 'killed']);
    expect((await ended)[1]).toBe('SIGKILL');
    answers['/healthz'] = 200;
  });

  it('does not kill a process that is alive but waits for its stores', async () => {
    answers['/readyz'] = 503;
    const check = () =>
      probe({
        url,
        countFile: join(folder, 'b'),
        processes: () => {
          throw new Error('killed');
        },
      });
    for (let n = 0; n < 5; n += 1) expect(await check()).toBe('not_ready');
    answers['/readyz'] = 200;
  });
});
