/** `sluice version`. */
import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { answer } from '../output.js';

export function addVersion(program: Command): void {
  program
    .command('version')
    .description('print the version of this command and of Node')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) => {
      const file = new URL('../../package.json', import.meta.url);
      const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
      const { version: node } = process;
      answer(json, { version, node }, () => `sluice ${version} (Node ${node})`);
    });
}
