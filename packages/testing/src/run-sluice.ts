/** The `sluice` command as a person runs it: as a separate process, on the stores of the test. */
import { execFile, type ChildProcess } from 'node:child_process';
import { projectRoot, quickProgramPath } from '@sluice/local';
import type { TestBackends } from './backends/index.js';
import { clockVariables } from './clock-variables.js';

/** The key that encrypts vendors' credentials in tests: 32 zero bytes, base64. */
export const testEncryptionKey = Buffer.alloc(32).toString('base64');

/** The result of a command. */
export interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs `sluice` with `args`; `begun` receives its process. */
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
  const entry = quickProgramPath('cli');
  return (args, env = {}, begun = () => undefined) => {
    const options = {
      cwd: projectRoot,
      env: {
        PATH: process.env['PATH'],
        ...clockVariables(process.env),
        MONGODB_URL: mongodbUrl,
        REDIS_URL: redisUrl,
        ENCRYPTION_KEY: testEncryptionKey,
        OUTBOUND_ALLOW: '127.0.0.0/8',
        DATA_DIR: dataDir,
        ...env,
      },
    };
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [entry, ...args], options, (error, output, errors) =>
        resolve({ code: error ? Number(error.code) : 0, output, errors }),
      );
      begun(child);
    });
  };
}
