import { setTimeout as pause } from 'node:timers/promises';
import { createSpacing } from './spacing.js';

describe('the spacing of tasks', () => {
  it('starts one task after the other, in the order of arrival', async () => {
    const spaced = createSpacing(1_000);
    const seen: string[] = [];
    const work = (name: string) => async () => {
      seen.push(`${name} begins`);
      await pause(5);
      seen.push(`${name} ends`);
    };
    await Promise.all([spaced(work('a')), spaced(work('b'))]);
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('waits for a slow task no longer than its bound', async () => {
    const spaced = createSpacing(20);
    const slow = spaced(() => pause(300, 'slow'));
    const first = await Promise.race([slow, spaced(async () => 'quick')]);
    expect(first).toBe('quick');
    await slow;
  });

  it('continues after a task that fails', async () => {
    const spaced = createSpacing(1_000);
    const failing = spaced(() => Promise.reject(new Error('no')));
    expect(await spaced(async () => 'next')).toBe('next');
    await expect(failing).rejects.toThrow('no');
  });
});
