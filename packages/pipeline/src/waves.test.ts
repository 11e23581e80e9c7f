import { createWaves, type Waves } from './waves.js';

/** A look that finds a part of the last wave left, and sends as much as may go. */
const look = (waves: Waves<number>, left = 0): number => {
  const size = waves.next(Math.ceil(waves.last.length * left));
  if (size > 0)
    waves.went(
      size,
      Array.from({ length: size }, (_, n) => n),
    );
  return size;
};
const looks = (waves: Waves<number>, count: number) => Array.from({ length: count }, () => look(waves));
const begun = () => {
  const waves = createWaves<number>();
  return { waves, first: look(waves) };
};

describe('waves', () => {
  it('follow each other only once the one before is through, but for a few of it', () => {
    const { waves, first } = begun();
    expect(first).toBeGreaterThan(0);
    expect([look(waves, 1), look(waves, 0.5)]).toEqual([0, 0]);
    const next = Array.from({ length: 3 }, () => look(waves, 0.1));
    expect(next.filter((size) => size > 0)).toHaveLength(1);
  });

  it('rest after one that took longer for as long as it did', () => {
    const { waves, first } = begun();
    for (let n = 0; n < 3; n += 1) expect(look(waves, 1)).toBe(0);
    expect(looks(waves, 3)).toEqual([0, 0, 0]);
    expect(look(waves)).toBe(first);
  });

  it('grow while each is through by the next look, and shrink when one was not, but never to nothing', () => {
    const { waves, first } = begun();
    const sizes = looks(waves, 10);
    expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b));
    const afterALongOne = () => [look(waves, 1), ...looks(waves, 2)].at(-1)!;
    expect(afterALongOne()).toBeLessThan(sizes[9]!);
    const shrunk = Array.from({ length: 10 }, afterALongOne);
    expect([Math.min(...shrunk), shrunk.at(-1)]).toEqual([first, first]);
  });

  it('do not wait for ever for one that is stuck', () => {
    const { waves } = begun();
    const stuck = Array.from({ length: 12 }, () => look(waves, 1));
    expect(stuck.filter((size) => size > 0)).toHaveLength(1);
  });

  it('grow by what is asked after by nobody, as by what is through', () => {
    const { waves, first } = begun();
    waves.next(0);
    waves.went(first + 4, []);
    expect(look(waves)).toBeGreaterThan(first + 4);
  });

  it('learn nothing from one that was not full, and begin small again after the crowd', () => {
    const waves = createWaves<number>();
    const size = waves.next(0);
    waves.went(1, [1]);
    expect(look(waves)).toBe(size);
    expect(looks(waves, 5).at(-1)).toBeGreaterThan(size);
    waves.over();
    expect(waves.last).toEqual([]);
    expect(look(waves)).toBe(size);
  });
});
