/** `npm run bench`: starts the bench under the settings of the services, because like is compared with like. */
import { fork } from 'node:child_process';
import { memoryEnvironment, memoryFlags } from '@sluice/local';

const program = new URL('./bench/run-bench.js', import.meta.url);
const env = { ...process.env, ...memoryEnvironment };
const bench = fork(program, process.argv.slice(2), { env, execArgv: [...memoryFlags] });
bench.once('exit', (code) => process.exit(code ?? 1));
// Ctrl-C reaches both, and each waits for the other.
process.on('SIGINT', () => undefined).on('SIGTERM', () => bench.kill('SIGTERM'));
