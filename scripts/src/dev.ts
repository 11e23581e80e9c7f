/** `npm run dev`: `npm start` that compiles on every change and restarts the affected services. */
import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { lineProgress, projectRoot, report } from '@sluice/local';
import { changedServices, codeStamps } from './dev/changed-services.js';
import { runEverything } from './start/run-everything.js';
import type { Running } from './start/shut-down.js';

const RESTART_GRACE_MS = 5_000;
const progress = lineProgress();

try {
  console.log('Starting Sluice for development…\n');
  await runEverything(progress, restartOnChange);
} catch (error) {
  report(error);
}

function restartOnChange({ services }: Running): void {
  const compiler = join(projectRoot, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  const watch = [compiler, '-b', 'tsconfig.build.json', '--watch', '--preserveWatchOutput'];
  const watcher = spawn(process.execPath, watch, {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
    // The compiler is a child of this child, so the signal that ends them goes to their group.
    detached: true,
  });
  process.once('exit', () => {
    const hasEnded = watcher.exitCode !== null || watcher.signalCode !== null;
    if (watcher.pid !== undefined && !hasEnded) process.kill(-watcher.pid);
  });
  progress.note('Watching the sources: each change is compiled, and the affected services restart.');

  let running = codeStamps();
  const restartChanged = async (): Promise<void> => {
    const compiled = codeStamps();
    const changed = changedServices(running, compiled);
    running = compiled;
    if (changed.length === 0) return;
    progress.note(`  ↻ ${changed.join(', ')}`);
    await promisify(execFile)(process.execPath, [join(projectRoot, 'scripts', 'bootstrap', 'bundle.mjs')]);
    const concerned = services.filter(({ service }) => changed.includes(service));
    await Promise.all(concerned.map(({ process: kept }) => kept.restart(RESTART_GRACE_MS)));
  };
  watcher.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) if (/error TS\d+/.test(line)) progress.note(`  ! ${line}`);
    // Code that does not compile is not run; the services continue with the last good build.
    if (text.includes('Found 0 errors')) restartChanged().catch(report);
  });
}
