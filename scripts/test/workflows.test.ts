/** What the documents say of when suites run, compared with the workflows that run them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@sluice/local';
import { parse } from 'yaml';

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
  readonly steps: readonly { readonly run?: string }[];
}

const workflow = (name: string) => parse(read(`.github/workflows/${name}.yml`)) as Workflow;
const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

/** Every command of a workflow, once for each value of its matrix that it names. */
function commandsOf({ jobs }: Workflow): string[] {
  return Object.values(jobs).flatMap(({ strategy, steps }) => {
    const values = Object.entries(strategy?.matrix ?? {});
    const lines = steps.flatMap(({ run = '' }) => run.split('\n'));
    return values.reduce(
      (commands, [name, all]) =>
        commands.flatMap((line) =>
          all.map((value) => line.replaceAll(`\${{ matrix.${name} }}`, String(value))),
        ),
      lines,
    );
  });
}

it('a pull request runs the checks, the tests and every part of the long suites', () => {
  const check = workflow('check');
  expect(Object.keys(check.on)).toEqual(['push', 'pull_request']);
  const parts = [1, 2, 3, 4].map((part) => `npm run test:long -- --shard=${part}/4`);
  expect(commandsOf(check)).toEqual(expect.arrayContaining(['npm run check', 'npm test', ...parts]));
});

it('every night run the nightly suites, a chaos run and a build of both images', () => {
  const nightly = workflow('nightly');
  expect(nightly.on).toHaveProperty('schedule');
  const builds = ['sluice', 'sink'].map(
    (target) => expect.stringMatching(new RegExp(`^docker build .*--target ${target} `)) as string,
  );
  const chaos = expect.stringMatching(/^npm run chaos /) as string;
  expect(commandsOf(nightly)).toEqual(expect.arrayContaining(['npm run test:nightly', chaos, ...builds]));
});

it('a document says of no nightly test that it runs for every change, and of no other that it runs at night', () => {
  const pages = readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  const sentences = pages.flatMap((page) => read(`docs/${page}`).split(/(?<=[.:;])\s/));
  const linked = (when: RegExp) =>
    sentences
      .filter((sentence) => when.test(sentence))
      .flatMap((sentence) => sentence.match(/\([^)]*\.test\.ts\)/g) ?? []);
  const [always, atNight] = [linked(/(every|each) change\b/i), linked(/\b(every|each) night\b/i)];
  expect([always.length > 4, atNight.length > 1]).toEqual([true, true]);
  expect(always.filter((test) => test.includes('.nightly.'))).toEqual([]);
  expect(atNight.filter((test) => !test.includes('.nightly.'))).toEqual([]);
});
