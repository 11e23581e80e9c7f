/** What `npm run check` looks at, and with which tool. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@sluice/local';

/** One look at the project: Node programs run one after the other until one fails. */
export interface CheckStep {
  readonly name: string;
  readonly commands: readonly (readonly string[])[];
}

/** Every step, the slowest first, because two run at a time. `fresh` leaves the tools' caches aside. */
export function checkSteps({ fresh }: { fresh: boolean }): CheckStep[] {
  const cache = (name: string): string[] =>
    fresh
      ? []
      : [
          '--cache',
          '--cache-strategy',
          'content',
          '--cache-location',
          `node_modules/.cache/${name}/${name}-cache`,
        ];
  const tsc = tool('typescript', 'bin/tsc');
  const steps: CheckStep[] = [
    {
      name: 'lint',
      commands: [[tool('eslint', 'bin/eslint.js'), '.', '--max-warnings', '0', ...cache('eslint')]],
    },
    {
      name: 'types',
      commands: [
        [tsc, '-b'],
        [tsc, '-p', 'tsconfig.tests.json', '--noEmit'],
      ],
    },
    {
      name: 'format',
      commands: [
        [tool('prettier', 'bin/prettier.cjs'), '--check', '.', '--log-level', 'warn', ...cache('prettier')],
      ],
    },
    {
      name: 'import rules',
      commands: [
        [
          tool('dependency-cruiser', 'bin/dependency-cruise.mjs'),
          '--config',
          '.dependency-cruiser.cjs',
          '--output-type',
          'err-long',
          'packages',
          'services',
          'scripts',
          'test',
        ],
      ],
    },
    {
      name: 'dead code and dependencies',
      commands: [[tool('knip', 'bin/knip.js'), '--no-progress', '--no-config-hints']],
    },
  ];
  const supplyChain = join(projectRoot, 'scripts', 'dist', 'check', 'supply-chain.js');
  if (existsSync(supplyChain)) steps.push({ name: 'supply chain', commands: [[supplyChain]] });
  const manifests = join(projectRoot, 'scripts', 'dist', 'manifests', 'check.js');
  if (existsSync(manifests)) steps.push({ name: 'manifests', commands: [[manifests]] });
  return steps;
}

function tool(name: string, script: string): string {
  return join(projectRoot, 'node_modules', name, script);
}
