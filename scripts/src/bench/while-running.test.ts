import { stopAll, whileRunning } from './while-running.js';

test('whileRunning stops its resource once, whether its use succeeds or fails', async () => {
  let stops = 0;
  const running = { stop: async () => void (stops += 1) };
  await expect(whileRunning(running, async () => 'used')).resolves.toBe('used');
  await expect(whileRunning(running, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(stops).toBe(2);
});

test('an interruption stops all running resources, the last started first, and none of them twice', async () => {
  const stopped: string[] = [];
  const running = (name: string) => ({ stop: async () => void stopped.push(name) });
  await whileRunning(running('stores'), () => whileRunning(running('gateway'), () => stopAll()));
  expect(stopped).toEqual(['gateway', 'stores']);
});
