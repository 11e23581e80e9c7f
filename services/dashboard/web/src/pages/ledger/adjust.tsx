/** Books a person's correction of what a lead earned, once it is confirmed. */
import type { adminCreateAdjustment } from '@sluice/contracts';
import * as z from 'zod/mini';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { ask } from '../../components/confirm.js';
import { FormArea, FormText } from '../../components/form-fields.js';
import { requiredText } from '../../components/form-texts.js';
import { toastGood } from '../../components/toast.js';

/** What is known before the person fills in the rest. */
export interface Suggested {
  readonly leadId: string;
  readonly currency?: string;
}

const adjustment = z.object({
  leadId: requiredText(),
  // A comma might separate decimals or thousands; the person says which by writing a point.
  amount: z.pipe(
    z.string().check(
      z.trim(),
      z.overwrite((text) => text.replace('−', '-')),
      z.regex(/^-?\d+(\.\d+)?$/, 'The amount must be a number such as 12.50 or -12.50.'),
    ),
    z.transform(Number),
  ),
  currency: requiredText().check(z.toUpperCase()),
  note: requiredText('Say why: the entry stays.'),
});

export function adjust(tenantId: string, { leadId, currency = 'USD' }: Suggested): void {
  ask({
    title: 'Book an adjustment?',
    does: 'Book',
    danger: true,
    what: 'It is added to what the lead earned. An entry cannot be changed: to correct it, book another one.',
    schema: adjustment,
    initial: { leadId, amount: '', currency, note: '' },
    fields: (
      <>
        <FormText name="leadId" label="Lead" placeholder="lead_…" required />
        <FormText
          name="amount"
          label="Amount"
          placeholder="-12.50"
          hint="With a minus sign it is taken away."
          required
        />
        <FormText name="currency" label="Currency" placeholder="USD" required />
        <FormArea name="note" label="Why" rows={3} required />
      </>
    ),
    run: async (body) => {
      const path = pathTo`/admin/v1/tenants/${tenantId}/ledger/adjustments`;
      await call<typeof adminCreateAdjustment>('POST', path, { body });
      toastGood('The adjustment is booked');
    },
  });
}
