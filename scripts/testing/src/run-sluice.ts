/** The `sluice` command as a person runs it, on the stores of the test. */
import { execFile, fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { artefactPath, projectRoot } from '@sluice/local';
import type { TestBackends } from './backends/index.js';
import { clockVariables } from './clock-variables.js';
import type { HostedCommand, HostedEnd } from './command-host.js';

/** The key that encrypts vendors' credentials in tests: 32 zero bytes, base64. */
export const testEncryptionKey = Buffer.alloc(32).toString('base64');

/** The result of a command. */
export type Ended = HostedEnd;

/** Runs `sluice` with `args`; a command with `begun` has a process of its own, which `begun` receives. */
export type RunSluice = (
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
  begun?: (child: ChildProcess) => void,
) => Promise<Ended>;

/** The command on `backends`. */
export function sluiceOn(
  { mongodbUrl, redisUrl }: Pick<TestBackends, 'mongodbUrl' | 'redisUrl'>,
  dataDir: string,
): RunSluice {
  const entry = artefactPath('cli');
  return (args, own = {}, begun) => {
    const env = {
      PATH: process.env['PATH'],
      ...clockVariables(process.env),
      MONGODB_URL: mongodbUrl,
      REDIS_URL: redisUrl,
      ENCRYPTION_KEY: testEncryptionKey,
      OUTBOUND_ALLOW: '127.0.0.0/8',
      DATA_DIR: dataDir,
      ...own,
    };
    // Node reads variables of its own, such as trusted certificates, only when a process starts.
    const needsProcess = begun !== undefined || Object.keys(own).some((name) => name.startsWith('NODE_'));
    return needsProcess || isHostBusy ? inProcess({ entry, args, env }, begun) : inHost({ entry, args, env });
  };
}

function inProcess(
  { entry, args, env }: HostedCommand,
  begun: (child: ChildProcess) => void = () => undefined,
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [entry, ...args],
      { cwd: projectRoot, env },
      (error, output, errors) => resolve({ code: error ? Number(error.code) : 0, output, errors }),
    );
    begun(child);
  });
}

// A process starts in half a second of processor time, most of it spent on loading libraries, so the commands of all
// test files of a worker share one.
let host: ChildProcess | undefined;
let isHostBusy = false;

async function inHost(command: HostedCommand): Promise<Ended> {
  isHostBusy = true;
  const running = (host ??= startHost());
  try {
    return await new Promise<Ended>((resolve, reject) => {
      const lost = (): void => reject(new Error(`The process of sluice ${command.args.join(' ')} ended.`));
      running.once('exit', lost);
      running.once('message', (end) => {
        running.off('exit', lost);
        resolve(end as HostedEnd);
      });
      running.send(command);
    });
  } finally {
    isHostBusy = false;
  }
}

function startHost(): ChildProcess {
  const started = fork(fileURLToPath(new URL('command-host.js', import.meta.url)), {
    cwd: projectRoot,
    env: { PATH: process.env['PATH'], ...clockVariables(process.env) },
    execArgv: [],
  });
  // It ends with this process.
  started.unref();
  started.channel?.unref();
  started.once('exit', () => (host = undefined));
  return started;
}
