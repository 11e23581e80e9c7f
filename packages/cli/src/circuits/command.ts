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
  const circuits = program.command('circuits').description('manage the circuits of receivers');

  circuits
    .command('list')
    .description('list open circuits of a tenant, and who opened them')
    .requiredOption('--tenant <tenant>', 'tenant of the receivers')
    .option('--json', 'print JSON')
    .action(async ({ tenant, json }: Options) => {
      const { circuits: found } = await withOperations((operate) =>
        operate.call(adminListCircuits, { params: { tenantId: tenant } }),
      );
      answer(json, found, (open) =>
        open.length === 0
          ? `Tenant ${tenant}: no circuit is open.`
          : table([
              ['RECEIVER', 'SINCE', 'RETRY', 'BY'],
              ...open.map(({ endpoint, since, until, byHand }) => [
                ...[endpoint, since, until ?? 'when closed'],
                byHand ? `${byHand.by}: ${byHand.reason}` : 'itself',
              ]),
            ]),
      );
    });

  circuits
    .command('open')
    .argument('<receiver>', 'an endpoint id, or `client` and the client id')
    .description('stop calls to a receiver until its circuit is closed; its leads wait')
    .requiredOption('--tenant <tenant>', 'tenant of the receiver')
    .requiredOption('--reason <text>', 'reason, shown to other operators')
    .option('--until <iso>', 'when the circuit closes automatically')
    .option('--json', 'print JSON')
    .action(async (receiver: string, { tenant, reason, until, json }: Options) => {
      const params = { tenantId: tenant, receiver };
      const body = { reason, until };
      const opened = await withOperations((operate) => operate.call(adminOpenCircuit, { params, body }));
      answer(
        json,
        opened,
        ({ circuit }) =>
          `Calls to ${receiver} stop within 3 s, until ${circuit.until ?? 'the circuit is closed'}.`,
      );
    });

  circuits
    .command('close')
    .argument('<receiver>', 'the receiver, as listed')
    .description('resume calls to a receiver; its leads continue within 30 s')
    .requiredOption('--tenant <tenant>', 'tenant of the receiver')
    .option('--json', 'print JSON')
    .action(async (receiver: string, { tenant, json }: Options) => {
      const closed = await withOperations((operate) =>
        operate.call(adminCloseCircuit, { params: { tenantId: tenant, receiver } }),
      );
      answer(json, closed, () => `Calls to ${receiver} resume within 3 s.`);
    });
}
