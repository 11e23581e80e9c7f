/** A test run that is ended leaves no process behind. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from '@sluice/testing';
import { startGroup } from './process-group.js';

it('the end of a program ends the processes that it started, and is harmless a second time', async () => {
  const { child, end } = startGroup('sh', ['-c', 'sleep 600 & echo $!; wait'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  const started = Number(line.toString());
  expect(isAlive(started)).toBe(true);
  end();
  await once(child, 'exit');
  while (isAlive(started)) await pause(10);
  end();
});
