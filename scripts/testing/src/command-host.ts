/**
 * The program that runs `sluice` commands one after another for {@link sluiceOn}: it loads their libraries once. Each
 * command is the whole entry point of `sluice`, with an environment, arguments and output of its own.
 */
import { pathToFileURL } from 'node:url';

/** A command to run: the entry point of `sluice`, its arguments and its whole environment. */
export interface HostedCommand {
  readonly entry: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** How a command ended. */
export interface HostedEnd {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

let runs = 0;

process.on('message', (command: HostedCommand) => {
  void run(command).then((end) => process.send?.(end));
});
process.on('disconnect', () => process.exit());

async function run({ entry, args, env }: HostedCommand): Promise<HostedEnd> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, entry, ...args];
  process.exitCode = undefined;
  const [output, errors] = [capture(process.stdout), capture(process.stderr)];
  runs += 1;
  try {
    // The query makes it a module of its own, evaluated anew; what it imports is loaded once.
    await import(`${pathToFileURL(entry).href}?run=${runs}`);
  } finally {
    output.restore();
    errors.restore();
  }
  return { code: Number(process.exitCode ?? 0), output: output.text(), errors: errors.text() };
}

/** Keeps what is written to `stream` until it is restored. */
function capture(stream: NodeJS.WriteStream): { readonly text: () => string; readonly restore: () => void } {
  const chunks: Buffer[] = [];
  const write = stream.write.bind(stream);
  stream.write = (chunk: string | Uint8Array, ...more: unknown[]) => {
    chunks.push(Buffer.from(chunk as string));
    const done = more.at(-1);
    if (typeof done === 'function') process.nextTick(done);
    return true;
  };
  return {
    text: () => Buffer.concat(chunks).toString(),
    restore: () => {
      stream.write = write;
    },
  };
}
