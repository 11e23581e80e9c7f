import { seededRandom } from './random.js';

const drawn = (seed: number) => {
  const random = seededRandom(seed);
  return [random.next(), random.between(1, 1_000), random.shuffled([1, 2, 3, 4, 5]), random.fork('x').next()];
};

it('the seeded random generator gives the same values for the same seed, and others for another', () => {
  expect(drawn(7)).toEqual(drawn(7));
  expect(drawn(8)).not.toEqual(drawn(7));
});

it('a fork of the random generator does not depend on how much was drawn before', () => {
  const random = seededRandom(7);
  random.next();
  expect(random.fork('lane').next()).toBe(seededRandom(7).fork('lane').next());
});

it('the random generator shuffles without losing or repeating an element, and stays between its bounds', () => {
  const random = seededRandom(1);
  const items = Array.from({ length: 50 }, (_, n) => n);
  expect([...random.shuffled(items)].sort((a, b) => a - b)).toEqual(items);
  const numbers = Array.from({ length: 1_000 }, () => random.between(3, 5));
  expect(new Set(numbers)).toEqual(new Set([3, 4, 5]));
});
