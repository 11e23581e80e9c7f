/** The steps of `npm run check`, and their tools. */
import { join } from 'node:path';
import { projectRoot } from '@sluice/local';

/** One check of the project: Node programs that run one after another until one fails. */
export interface CheckStep {
  readonly name: string;
  readonly commands: readonly (readonly string[])[];
}

/** Every step, slowest first, because only a few run at a time; no step depends on another. */
export function checkSteps(): CheckStep[] {
  const documentation = join(projectRoot, 'docs', '.vitepress');
  const tsc = tool('@typescript/native', 'bin/tsc');
  return [
    { name: 'lint', commands: [[tool('oxlint', 'bin/oxlint'), '--type-aware', '--deny-warnings', '.']] },
    { name: 'types, including tests', commands: [[tsc, '-p', '.']] },
    {
      name: 'documentation: links, spelling',
      // The first installs the checker too.
      commands: [
        [join(projectRoot, 'scripts', 'bootstrap', 'docs.mjs')],
        [
          join(documentation, 'node_modules', 'cspell', 'bin.mjs'),
          'lint',
          '--no-progress',
          '--config',
          join(documentation, 'cspell.json'),
          ...['docs/**/*.md', 'examples/**/*.md', '*.md'],
        ],
      ],
    },
    { name: 'types of the web app', commands: [[tsc, '-p', 'services/dashboard/web']] },
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
    { name: 'supply chain', commands: [[built('check/supply-chain.js')]] },
    { name: 'manifests', commands: [[built('manifests/check.js')]] },
    { name: 'rules and dashboard', commands: [[built('observability/check.js')]] },
    { name: 'configuration', commands: [[built('configuration/check.js')]] },
  ];
}

function tool(name: string, script: string): string {
  return join(projectRoot, 'node_modules', name, script);
}

// The command is built before it starts; a program that is missing all the same fails its step.
function built(program: string): string {
  return join(projectRoot, 'scripts', 'dist', program);
}
