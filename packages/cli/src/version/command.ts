/** `sluice version`, and `sluice --version`. */
import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { answer } from '../output.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

export function addVersion(program: Command): void {
  program
    .version(version, '--version', 'print the version alone')
    .command('version')
    .description('print the version of this command and of Node')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) => {
      const { version: node } = process;
      answer(json, { version, node }, () => `sluice ${version} (Node ${node})`);
    });
}
