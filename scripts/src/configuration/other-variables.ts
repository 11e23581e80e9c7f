/** Variables that no service reads: those of `npm start`, of docker-compose.yml and of the command `sluice`. */
import { serviceNames, workersVariable } from '@sluice/local';

/** The section of .env.example that explains a group of them, by the words of its heading. */
export type OtherSection = 'npm start' | 'Docker Compose' | 'The command sluice';

const ofStart = ['DATA_DIR', 'TENANT_FILE', 'SINK_PORT', 'SINK_URL', 'SINK_HOST'] as const;
const ofCommand = ['SLUICE_SERVER', 'SLUICE_ADMIN_KEY', 'GATEWAY_URL'] as const;

/** The number of processes of each service under `npm start`, by the table of services. */
export const workersVariables: readonly string[] = serviceNames.map(workersVariable);

/** Their names; of the parsed docker-compose.yml, what it reads besides the variables of services. */
export function otherVariables(
  compose: unknown,
  ofServices: ReadonlySet<string>,
): Readonly<Record<OtherSection, readonly string[]>> {
  const start = [...ofStart, ...workersVariables];
  const read = [...JSON.stringify(compose).matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  return {
    'npm start': start,
    'Docker Compose': [...new Set(read)].filter(
      // A worker's concurrency is CONCURRENCY of the service.
      (name) => !ofServices.has(name) && !start.includes(name) && !name.startsWith('CONCURRENCY_'),
    ),
    'The command sluice': ofCommand,
  };
}
