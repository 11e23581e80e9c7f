import { createWaves, type Waves } from './waves.js';

/** A look with so much in hand; whatever may be brought then is there. */
const look = (waves: Waves, inHand = 0): number => {
  const size = waves.next(inHand);
  if (size > 0) waves.went(size);
  return size;
};
const looks = (waves: Waves, count: number) => Array.from({ length: count }, () => look(waves));

describe('waves', () => {
  it('follow each other only once the one before is through', () => {
    const waves = createWaves();
    const first = look(waves);
    expect(first).toBeGreaterThan(0);
    expect([look(waves, first), look(waves, first - 1)]).toEqual([0, 0]);
    expect(looks(waves, 3).some((size) => size > 0)).toBe(true);
  });

  it('rest after one that took longer for as long as it did', () => {
    const waves = createWaves();
    const first = look(waves);
    for (let n = 0; n < 3; n += 1) expect(look(waves, first)).toBe(0);
    expect(looks(waves, 3)).toEqual([0, 0, 0]);
    expect(look(waves)).toBe(first);
  });

  it('grow while each is through by the next look, and shrink when one was not, but never to nothing', () => {
    const waves = createWaves();
    const sizes = looks(waves, 10);
    expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b));
    const afterALongOne = () => [look(waves, 100), ...looks(waves, 2)].at(-1)!;
    expect(afterALongOne()).toBeLessThan(sizes[9]!);
    const shrunk = Array.from({ length: 10 }, afterALongOne);
    expect(shrunk.at(-1)).toBe(sizes[0]);
    expect(Math.min(...shrunk)).toBe(sizes[0]);
  });

  it('learn nothing from one that was not full, and begin small again after the crowd', () => {
    const waves = createWaves();
    const size = waves.next(0);
    waves.went(size - 1);
    expect(waves.next(0)).toBe(size);
    expect(looks(waves, 5).at(-1)).toBeGreaterThan(size);
    waves.over();
    expect(waves.next(0)).toBe(size);
  });

  it('do not wait for the few that others have in hand', () => {
    expect(look(createWaves(), 3)).toBeGreaterThan(0);
  });
});
