import { breakages } from '../options.js';
import { breakingArguments, concerns, mutated, mutations } from './break-build.js';

it('leaves a build alone that is not to be broken', () => {
  expect(breakingArguments(undefined)).toEqual([]);
});

it('refuses to call a build broken whose place it does not find, or finds twice', () => {
  const mutation = { file: 'a.js', from: 'one', to: 'another' };
  expect(mutated(mutation, 'here is one.')).toBe('here is another.');
  expect(() => mutated(mutation, 'nothing')).toThrow('a.js has 0 places');
  expect(() => mutated(mutation, 'one and one')).toThrow('a.js has 2 places');
});

it.each(breakages)('concerns one file of ours alone: %s', (breakage) => {
  const { file } = mutations[breakage];
  expect(concerns(mutations[breakage], `file:///somewhere/${file}`)).toBe(true);
  expect(concerns(mutations[breakage], `file:///somewhere/another-${file.split('/').at(-1) ?? ''}`)).toBe(
    false,
  );
  expect(concerns(mutations[breakage], 'node:fs')).toBe(false);
});
