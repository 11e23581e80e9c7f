/** Approves, denies or withdraws a return, once the person has confirmed it, with a note. */
import type { adminDecideReturn, ReturnDecision, ShownReturn } from '@sluice/contracts';
import { moneyText } from '@sluice/contracts/words';
import * as z from 'zod/mini';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { ask } from '../../components/confirm.js';
import { FormArea } from '../../components/form-fields.js';
import { optionalText } from '../../components/form-texts.js';
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

const noted = z.object({ note: optionalText() });

export function decideReturn(
  tenantId: string,
  { returnId, amount, currency }: ShownReturn,
  decision: ReturnDecision,
): void {
  const chosen = decisions.find((one) => one.decision === decision) as Decision;
  ask({
    title: `${chosen.does} this return?`,
    does: chosen.does,
    danger: true,
    what: `${chosen.means(moneyText(amount, currency))} A return is decided once.`,
    schema: noted,
    initial: { note: '' },
    fields: <FormArea name="note" label="Note (optional)" rows={3} />,
    run: async ({ note }) => {
      const path = pathTo`/admin/v1/tenants/${tenantId}/returns/${returnId}/decision`;
      await call<typeof adminDecideReturn>('POST', path, {
        body: { decision, note },
      });
      toastGood(`The return is ${decision}`);
    },
  });
}
