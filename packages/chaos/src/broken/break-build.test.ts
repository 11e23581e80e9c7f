import { breakages } from '../options.js';
import { breakingArguments, concerns, mutated, mutations } from './break-build.js';

it('a build without a defined fault is not changed', () => {
  expect(breakingArguments(undefined)).toEqual([]);
});

it('the fault injection fails when it finds its place in a build never or twice', () => {
  const mutation = { file: 'a.js', from: 'one', to: 'another' };
  expect(mutated(mutation, 'here is one.')).toBe('here is another.');
  expect(() => mutated(mutation, 'nothing')).toThrow('a.js has 0 places');
  expect(() => mutated(mutation, 'one and one')).toThrow('a.js has 2 places');
});

it.each(breakages)('the fault %s changes one file of this project only', (breakage) => {
  const { file } = mutations[breakage];
  expect(concerns(mutations[breakage], `file:///somewhere/${file}`)).toBe(true);
  expect(concerns(mutations[breakage], `file:///somewhere/another-${file.split('/').at(-1) ?? ''}`)).toBe(
    false,
  );
  expect(concerns(mutations[breakage], 'node:fs')).toBe(false);
});
