/**
 * Runs several services in one process, each with its own health port, which starts in little more time than a single
 * service. For tests that end none of them.
 */
import { pathToFileURL } from 'node:url';

/** A service in this process. */
interface Part {
  readonly program: string;
  readonly healthPort: string;
}

const parts = JSON.parse(process.argv[2] ?? '[]') as readonly Part[];

// Each service exits its process once it has closed everything; here only the last one does.
const exit = process.exit.bind(process);
let open = parts.length;
process.exit = ((code: number) => {
  open -= 1;
  if (open === 0 || code !== 0) exit(code);
}) as typeof process.exit;

for (const { program, healthPort } of parts) {
  // A service reads its environment when its program starts.
  process.env['HEALTH_PORT'] = healthPort;
  await import(pathToFileURL(program).href);
}
