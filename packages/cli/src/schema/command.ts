/** `sluice schema tenant`. */
import { tenantFileJsonSchema } from '@sluice/contracts';
import type { Command } from 'commander';

export function addSchema(program: Command): void {
  program
    .command('schema')
    .description('print the schemas of files')
    .command('tenant')
    .description('print the JSON Schema of a tenant file, which an editor completes and checks it by')
    .action(() => console.log(JSON.stringify(tenantFileJsonSchema(), undefined, 2)));
}
