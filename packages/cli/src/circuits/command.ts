/** `sluice circuits list|open|close`. */
import { adminCloseCircuit, adminListCircuits, adminOpenCircuit } from '@sluice/contracts';
import type { Command } from 'commander';
import { addList, addOperation } from '../admin/operation-command.js';

export function addCircuits(program: Command): void {
  const circuits = program.command('circuits').description('manage the circuits of receivers');
  addList(circuits, 'list', adminListCircuits, 'circuits', {
    none: ({ tenantId }) => `Tenant ${tenantId}: no circuit is open.`,
    columns: {
      RECEIVER: ({ endpoint }) => endpoint,
      SINCE: ({ since }) => since,
      RETRY: ({ until }) => until ?? 'when closed',
      BY: ({ byHand }) => (byHand ? `${byHand.by}: ${byHand.reason}` : 'itself'),
    },
  });
  addOperation(circuits, 'open', adminOpenCircuit, {
    text: ({ circuit }, { receiver }) =>
      `Calls to ${receiver} stop within 3 s, until ${circuit.until ?? 'the circuit is closed'}.`,
  });
  addOperation(circuits, 'close', adminCloseCircuit, {
    text: (_closed, { receiver }) => `Calls to ${receiver} resume within 3 s.`,
  });
}
