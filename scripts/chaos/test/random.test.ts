import { seededRandom } from '../src/random.js';

const drawn = (seed: number) => {
  const random = seededRandom(String(seed));
  return [random.next(), random.between(1, 1_000), random.pick([1, 2, 3]), random.fork('x').next()];
};

it('the seeded random generator gives the same values for the same seed, and others for another', () => {
  expect(drawn(7)).toEqual(drawn(7));
  expect(drawn(8)).not.toEqual(drawn(7));
});

it('a fork of the random generator does not depend on how much was drawn before', () => {
  const random = seededRandom('7');
  random.next();
  expect(random.fork('lane').next()).toBe(seededRandom('7').fork('lane').next());
});

it('the random generator stays between its bounds', () => {
  const random = seededRandom('1');
  const numbers = Array.from({ length: 1_000 }, () => random.between(3, 5));
  expect(new Set(numbers)).toEqual(new Set([3, 4, 5]));
});
