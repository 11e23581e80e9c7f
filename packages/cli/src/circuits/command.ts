/** `sluice circuits list|open|retry|close`. */
import { adminCloseCircuit, adminListCircuits, adminOpenCircuit, adminRetryBuyer } from '@sluice/contracts';
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
  addOperation(circuits, 'retry', adminRetryBuyer, {
    text: ({ retried, underWay, more }, { receiver }) =>
      [
        `${retried} leads that wait for ${receiver} are retried now.`,
        underWay > 0 && ` Attempts of ${underWay} are being made already.`,
        more && ' Others may wait: repeat the command.',
      ]
        .filter(Boolean)
        .join(''),
  });
  addOperation(circuits, 'close', adminCloseCircuit, {
    text: (_closed, { receiver }) => `Calls to ${receiver} resume within 3 s.`,
  });
}
