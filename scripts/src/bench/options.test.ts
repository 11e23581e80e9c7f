import { readBenchOptions, scenarioNames } from './options.js';

test('without flags, the bench measures everything three times', () => {
  const options = readBenchOptions([]);
  expect(options).toMatchObject({ rounds: 3, leads: 5_000, inFlight: 64, write: false });
  expect(options.only).toEqual(scenarioNames);
});

test('the bench flag --quick is one short round, and explicit flags override it', () => {
  expect(readBenchOptions(['--quick'])).toMatchObject({ rounds: 1, leads: 600 });
  expect(readBenchOptions(['--quick', '--leads', '100'])).toMatchObject({ rounds: 1, leads: 100 });
  expect(readBenchOptions(['--quick', '--grown-leads', '100'])).toMatchObject({
    leads: 600,
    grownLeads: 100,
  });
});

test('the bench flag --only may be repeated and excludes all others', () => {
  expect(readBenchOptions(['--only', 'floor', '--only', 'growth']).only).toEqual(['floor', 'growth']);
});

test.each([
  [['--rounds', '0'], '--rounds'],
  [['--leads', '1e3'], '--leads'],
  [['--leads', '20001'], '--leads'],
  [['--in-flight', '-1'], '--in-flight'],
  [['--grown-leads', '5000001'], '--grown-leads'],
  [['--only', 'nobody'], '--only'],
  [['--unknown'], '--unknown'],
  [['surplus'], 'too many arguments'],
])('the bench refuses %j as wrong usage, and the message names %s', (args, named) => {
  let refusal: unknown;
  try {
    readBenchOptions(args);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toMatchObject({ exitCode: 2, message: expect.stringContaining(named) as string });
});
