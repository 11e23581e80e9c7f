/** A command line of `npm test` runs what its paths name, whatever its kind. */
import { join } from 'node:path';
import { projectRoot } from '@sluice/local';
import { chooseSuites } from './chosen-suites.js';

const files = [
  'packages/domain/src/price.test.ts',
  'packages/store/test/leads.test.ts',
  'packages/store/test/leads.long.test.ts',
  'packages/store/test/client.alone.test.ts',
  'test/chaos/hammer.nightly.test.ts',
  'test/hours.dated.alone.test.ts',
];
const choose = (...args: string[]) =>
  chooseSuites(args, () => Promise.resolve(files.map((file) => join(projectRoot, file))));

it.each([
  ['packages/domain/src/price.test.ts', ['usual']],
  ['packages/store/test/leads.long.test.ts', ['long']],
  ['./test/hours.dated', ['alone']],
  ['hammer', ['nightly']],
  ['packages/store/test/leads', ['usual', 'long']],
  ['packages/store', ['usual', 'long', 'alone']],
  [join(projectRoot, 'test'), ['alone', 'nightly']],
])('the path %s runs as its kinds do: %j', async (path, kinds) => {
  expect(await choose(path)).toEqual({ kinds, args: [path] });
});

it('paths of several kinds run kind by kind, with the options of jest', async () => {
  const args = ['hammer', 'packages/domain', '-t', 'a price', '--verbose', 'hours'];
  expect(await choose(...args)).toEqual({ kinds: ['usual', 'alone', 'nightly'], args });
});

it.each([
  [[], ['usual']],
  [['-t', 'packages/store'], ['usual']],
  [['--findRelatedTests', 'packages/domain/src/price.ts'], ['usual']],
  [
    ['--long', '--shard=1/4'],
    ['long', 'alone'],
  ],
  [['--nightly', '-t', 'faults'], ['nightly']],
])('without the path of a test, %j runs %j', async (args, kinds) => {
  expect(await choose(...args)).toEqual({
    kinds,
    args: args.filter((arg) => !/^--(long|nightly)$/.test(arg)),
  });
});

it('an option restricts paths to its kinds', async () => {
  expect(await choose('--usual', 'packages/store')).toEqual({ kinds: ['usual'], args: ['packages/store'] });
  expect(await choose('--long', 'packages/store')).toMatchObject({ kinds: ['long', 'alone'] });
});

it.each([
  [['packages/nothing'], 'No test suite matches packages/nothing.'],
  [['packages/store', 'packages/storr'], 'No test suite matches packages/storr.'],
  [['--long', 'packages/domain'], 'No long or alone suite matches packages/domain.'],
])('%j is refused, because a path matches nothing', async (args, message) => {
  await expect(choose(...args)).rejects.toMatchObject({ name: 'Problem', message, exitCode: 2 });
});
