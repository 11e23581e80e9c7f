/** The steps of `npm run check`, and their tools. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@sluice/local';

/** One check of the project: Node programs that run one after another until one fails. */
export interface CheckStep {
  readonly name: string;
  readonly commands: readonly (readonly string[])[];
}

/** Every step, slowest first, because only a few run at a time; no step depends on another. */
export function checkSteps(): CheckStep[] {
  const tsc = tool('@typescript/native', 'bin/tsc');
  const steps: CheckStep[] = [
    { name: 'lint', commands: [[tool('oxlint', 'bin/oxlint'), '--type-aware', '--deny-warnings', '.']] },
    { name: 'types, including tests', commands: [[tsc, '-p', '.']] },
    { name: 'types of the web console', commands: [[tsc, '-p', 'services/dashboard/web']] },
    { name: 'build', commands: [[tsc, '-b', 'tsconfig.build.json']] },
    { name: 'format', commands: [[tool('oxfmt', 'bin/oxfmt'), '--check', '.']] },
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
      commands: [
        [tool('knip', 'bin/knip.js'), '--no-progress', '--no-config-hints', '-t', 'tsconfig.build.json'],
      ],
    },
  ];
  const supplyChain = join(projectRoot, 'scripts', 'dist', 'check', 'supply-chain.js');
  if (existsSync(supplyChain)) steps.push({ name: 'supply chain', commands: [[supplyChain]] });
  const manifests = join(projectRoot, 'scripts', 'dist', 'manifests', 'check.js');
  if (existsSync(manifests)) steps.push({ name: 'manifests', commands: [[manifests]] });
  const observability = join(projectRoot, 'scripts', 'dist', 'observability', 'check.js');
  if (existsSync(observability)) steps.push({ name: 'rules and dashboard', commands: [[observability]] });
  const configuration = join(projectRoot, 'scripts', 'dist', 'configuration', 'check.js');
  if (existsSync(configuration)) steps.push({ name: 'configuration', commands: [[configuration]] });
  return steps;
}

function tool(name: string, script: string): string {
  return join(projectRoot, 'node_modules', name, script);
}
