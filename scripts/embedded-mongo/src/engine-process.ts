/**
 * The child process of the engine: opens the data directory, serves it, and closes it on SIGTERM or when its parent has
 * died. Only `engine-child.ts` starts it.
 */
import { adminCommand } from './admin-command.js';
import type { EngineArguments, EngineReport } from './engine-messages.js';
import { openNativeEngine } from './native-engine.js';
import { openFront } from './wire/front.js';

/**
 * If trial runs do not decide between query plans, MongoDB would estimate costs with a component that this build lacks,
 * and the query would fail.
 */
const PLAN_BY_TRIAL = { setParameter: 1, internalQueryPlanRanker: 'multiPlanning' };

/** A hanging close must not leave a process behind; the journal makes it safe to end it. */
const CLOSE_TIMEOUT_MS = 4_000;

async function main(): Promise<void> {
  const { libraryPath, dataDir, port } = JSON.parse(process.argv[2] ?? '{}') as EngineArguments;
  // Ctrl-C reaches the whole terminal group. The parent drains first and then ends this process itself.
  process.on('SIGINT', () => {});
  process.on('SIGHUP', () => {});

  const engine = openNativeEngine(libraryPath, dataDir);
  await adminCommand(engine, PLAN_BY_TRIAL);
  const front = await openFront(engine, port);

  let closing = false;
  const close = (): void => {
    if (closing) return;
    closing = true;
    // An exit would wait for the threads of running commands.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), CLOSE_TIMEOUT_MS).unref();
    void front
      .close()
      .then(() => engine.close())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.on('SIGTERM', close);
  process.on('disconnect', close);
  if (process.connected) process.send?.({ kind: 'ready', port: front.port } satisfies EngineReport);
  else close();
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  // The process must not exit before the report is sent.
  if (process.send === undefined || !process.connected) process.exit(1);
  process.send({ kind: 'failed', message } satisfies EngineReport, () => process.exit(1));
});
