/** `sluice version`. */
import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { answer } from '../output.js';

export function addVersion(program: Command): void {
  program
    .command('version')
    .description('the release of this command, and the Node it runs on')
    .option('--json', 'answer as JSON')
    .action(({ json }: { json?: boolean }) => {
      const file = new URL('../../package.json', import.meta.url);
      const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
      const { version: node } = process;
      answer(json, { version, node }, () => `sluice ${version} (Node ${node})`);
    });
}
