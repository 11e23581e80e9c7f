/** An example as a reader starts it: with one command, in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '@sluice/local';
import { eventually, freePort } from '@sluice/testing';

/** A running example. */
export interface StartedExample {
  /** Without a slash at its end. */
  readonly url: string;
  /** What it has printed. */
  readonly printed: () => string;
  readonly stop: () => Promise<void>;
}

/** Starts the TypeScript example of that name as `npm run example NAME` does, but for the build. */
export function startExample(name: string, env: Readonly<Record<string, string>> = {}) {
  return startProgram([process.execPath, join(projectRoot, 'scripts', 'dist', 'example', 'main.js'), name], {
    env,
  });
}

/** Starts a program that listens on `PORT`, or on the port that stands for `PORT` in its command. */
export async function startProgram(
  [program = '', ...args]: readonly string[],
  {
    env = {},
    folder = projectRoot,
  }: { readonly env?: Readonly<Record<string, string>>; readonly folder?: string },
): Promise<StartedExample> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    program,
    args.map((word) => word.replace('PORT', port)),
    // In a group of its own, because `go run` starts the program as a child.
    { cwd: folder, env: { ...process.env, ...env, PORT: port }, detached: true },
  );
  const ended = once(child, 'exit');
  const end = () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  // Nothing stays behind a test that is interrupted.
  process.once('exit', end);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => void (printed += text.toString()));
  const stop = async () => {
    process.removeListener('exit', end);
    end();
    await ended;
  };
  try {
    await eventually(
      `${program} ${args.join(' ')} listens`,
      async () => {
        if (child.exitCode !== null) throw new Error(`It ended: ${printed}`);
        return fetch(`${url}/`).then(
          () => true,
          () => false,
        );
      },
      60_000,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, printed: () => printed, stop };
}
