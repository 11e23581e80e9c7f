import { setTimeout as pause } from 'node:timers/promises';
import { createTurns } from './in-turn.js';

describe('serialised tasks of one key', () => {
  it('run in the order of their requests, however long each takes and however it ends', async () => {
    const inTurn = createTurns(60_000);
    const done: string[] = [];
    const asked = [20, 0, 10].map((ms, n) =>
      inTurn('a', async () => {
        await pause(ms);
        done.push(`a${n}`);
        if (n === 1) throw new Error('failed');
        return n;
      }),
    );
    const other = inTurn('b', async () => done.push('b'));
    expect(await Promise.allSettled([...asked, other])).toMatchObject([
      { value: 0 },
      { status: 'rejected' },
      { value: 2 },
      { status: 'fulfilled' },
    ]);
    expect(done).toEqual(['b', 'a0', 'a1', 'a2']);
  });

  it('run although an earlier one never ends', async () => {
    const inTurn = createTurns(50);
    void inTurn('a', () => new Promise(() => undefined));
    expect(await inTurn('a', async () => 'second')).toBe('second');
    expect(await inTurn('a', async () => 'third')).toBe('third');
  });
});
