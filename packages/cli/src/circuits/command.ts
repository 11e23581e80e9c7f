/** `sluice circuits list|open|close`. */
import { adminCloseCircuit, adminListCircuits, adminOpenCircuit } from '@sluice/contracts';
import type { Command } from 'commander';
import { withOperations } from '../admin/with-operations.js';
import { answer, table } from '../output.js';

interface Options {
  readonly tenant: string;
  readonly reason: string;
  readonly until?: string;
  readonly json?: boolean;
}

export function addCircuits(program: Command): void {
  const circuits = program.command('circuits').description('receivers that workers leave alone');

  circuits
    .command('list')
    .description('the receivers of a tenant that are left alone, and who said so')
    .requiredOption('--tenant <tenant>', 'whose receivers')
    .option('--json', 'answer as JSON')
    .action(async ({ tenant, json }: Options) => {
      const { circuits: found } = await withOperations((operate) =>
        operate.call(adminListCircuits, { params: { tenantId: tenant } }),
      );
      answer(json, found, (open) =>
        open.length === 0
          ? `Tenant ${tenant}: every receiver is called.`
          : table([
              ['RECEIVER', 'SINCE', 'TRIED AGAIN', 'BY'],
              ...open.map(({ endpoint, since, until, byHand }) => [
                ...[endpoint, since, until ?? 'when it is closed'],
                byHand ? `${byHand.by}: ${byHand.reason}` : 'itself',
              ]),
            ]),
      );
    });

  circuits
    .command('open')
    .argument('<receiver>', 'an endpoint, or `client` and its id')
    .description('let no worker call a receiver, until it is closed; its leads wait')
    .requiredOption('--tenant <tenant>', 'whose receiver')
    .requiredOption('--reason <text>', 'why, for others to read')
    .option('--until <iso>', 'when it closes by itself')
    .option('--json', 'answer as JSON')
    .action(async (receiver: string, { tenant, reason, until, json }: Options) => {
      const params = { tenantId: tenant, receiver };
      const body = { reason, ...(until !== undefined && { until }) };
      const opened = await withOperations((operate) => operate.call(adminOpenCircuit, { params, body }));
      answer(
        json,
        opened,
        ({ circuit }) => `No call to ${receiver} from 3 s on, until ${circuit.until ?? 'it is closed'}.`,
      );
    });

  circuits
    .command('close')
    .argument('<receiver>', 'as listed')
    .description('let workers call a receiver again; its leads go on within 30 s')
    .requiredOption('--tenant <tenant>', 'whose receiver')
    .option('--json', 'answer as JSON')
    .action(async (receiver: string, { tenant, json }: Options) => {
      const closed = await withOperations((operate) =>
        operate.call(adminCloseCircuit, { params: { tenantId: tenant, receiver } }),
      );
      answer(json, closed, () => `${receiver} is called again from 3 s on.`);
    });
}
