import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

const turns = new URL('machine-turns.mjs', import.meta.url).href;
// Others than those of this run, and of another run of this test.
const env = { ...process.env, TEST_TURNS_FROM_PORT: String(31_400 + (process.pid % 200) * 6) };
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

/** A process that takes a turn, and keeps it until its standard input ends. */
function contender(options: { readonly fillsMachine?: boolean } = {}): {
  readonly child: ChildProcess;
  readonly took: Promise<void>;
  has: boolean;
} {
  const program = `
    import { takeTurn } from ${JSON.stringify(turns)};
    const end = await takeTurn(${JSON.stringify(options)});
    process.stdout.write('took');
    process.stdin.resume().on('end', end);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  started.push(child);
  const state = { child, took: Promise.resolve(), has: false };
  state.took = new Promise((resolve) =>
    child.stdout.once('data', () => {
      state.has = true;
      resolve();
    }),
  );
  return state;
}

it('a test process waits when all turns of the machine are taken, until another process ends its turn or dies', async () => {
  const { FILES_AT_ONCE } = (await import(turns)) as { readonly FILES_AT_ONCE: number };
  const first = Array.from({ length: FILES_AT_ONCE }, () => contender());
  await Promise.all(first.map(({ took }) => took));
  const [ends, dies] = first as [(typeof first)[0], (typeof first)[0]];
  for (const release of [() => ends.child.stdin?.end(), () => dies.child.kill('SIGKILL')]) {
    const next = contender();
    // Long enough for a process to start and to look for a turn several times.
    await pause(1_500);
    expect(next.has).toBe(false);
    release();
    await next.took;
  }
  for (const child of started.splice(0)) child.kill('SIGKILL');
}, 60_000);

it('of the files that fill a machine by themselves only one has a turn, and others have theirs beside it', async () => {
  const fills = contender({ fillsMachine: true });
  await fills.took;
  const [alsoFills, ordinary] = [contender({ fillsMachine: true }), contender()];
  await ordinary.took;
  await pause(500);
  expect(alsoFills.has).toBe(false);
  fills.child.stdin?.end();
  await alsoFills.took;
}, 60_000);
