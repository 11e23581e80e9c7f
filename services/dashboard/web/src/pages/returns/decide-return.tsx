/** Approves, denies or withdraws a return, once the person has confirmed it, with a note. */
import { signal } from '@preact/signals';
import type { adminDecideReturn, ReturnDecision, ShownReturn } from '@sluice/contracts';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { confirm } from '../../components/dialog.js';
import { moneyText } from '../../components/figure.js';
import { NoteField } from '../../components/note-field.js';
import { toastGood } from '../../components/toast.js';

interface Decision {
  readonly decision: ReturnDecision;
  readonly does: string;
  readonly means: (amount: string) => string;
}

/** The decisions, in the order of their buttons. */
export const decisions: readonly Decision[] = [
  {
    decision: 'approved',
    does: 'Approve',
    means: (amount) =>
      `${amount} are taken out of the ledger, and the lead becomes returned unless a newer submission determines its status.`,
  },
  { decision: 'denied', does: 'Deny', means: () => 'The return is refused, and the sale stands.' },
  {
    decision: 'withdrawn',
    does: 'Withdraw',
    means: () => 'The buyer takes its request back, and the sale stands.',
  },
];

export function decideReturn(
  tenantId: string,
  { returnId, amount, currency }: ShownReturn,
  decision: ReturnDecision,
  onDecided: () => void,
): void {
  const chosen = decisions.find((one) => one.decision === decision) as Decision;
  const note = signal('');
  confirm({
    title: `${chosen.does} this return?`,
    does: chosen.does,
    danger: true,
    what: (
      <>
        <p>{chosen.means(moneyText(amount, currency))} A return is decided once.</p>
        <NoteField note={note} label="Note (optional)" />
      </>
    ),
    run: async () => {
      const words = note.value.trim();
      const path = pathTo`/admin/v1/tenants/${tenantId}/returns/${returnId}/decision`;
      await call<typeof adminDecideReturn>('POST', path, {
        body: { decision, ...(words !== '' && { note: words }) },
      });
      toastGood(`The return is ${decision}`);
      onDecided();
    },
  });
}
