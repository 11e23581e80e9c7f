/** Books a person's correction of what a lead earned, once it is confirmed. */
import { signal, type Signal } from '@preact/signals';
import type { adminCreateAdjustment } from '@sluice/contracts';
import { call } from '../../api/call.js';
import { Problem } from '../../api/problem.js';
import { pathTo } from '../../api/request.js';
import { confirm } from '../../components/dialog.js';
import { TextField } from '../../components/field.js';
import { NoteField } from '../../components/note-field.js';
import { toastGood } from '../../components/toast.js';

/** What is known before the person fills in the rest. */
export interface Suggested {
  readonly leadId: string;
  readonly currency?: string;
}

export function adjust(tenantId: string, suggested: Suggested, onBooked: () => void): void {
  const lead = signal(suggested.leadId);
  const amount = signal('');
  const currency = signal(suggested.currency ?? 'USD');
  const note = signal('');
  confirm({
    title: 'Book an adjustment?',
    does: 'Book',
    danger: true,
    what: (
      <>
        <p>
          It is added to what the lead earned. An entry cannot be changed: to correct it, book another one.
        </p>
        <Text of={lead} label="Lead" placeholder="lead_…" />
        <Text of={amount} label="Amount" placeholder="-12.50" hint="With a minus sign it is taken away." />
        <Text of={currency} label="Currency" placeholder="USD" />
        <NoteField note={note} label="Why" required />
      </>
    ),
    run: async () => {
      const body = {
        leadId: lead.value.trim(),
        amount: amountOf(amount.value),
        currency: currency.value.trim().toUpperCase(),
        note: note.value.trim(),
      };
      await call<typeof adminCreateAdjustment>(
        'POST',
        pathTo`/admin/v1/tenants/${tenantId}/ledger/adjustments`,
        {
          body,
        },
      );
      toastGood('The adjustment is booked');
      onBooked();
    },
  });
}

interface TextProps {
  readonly of: Signal<string>;
  readonly label: string;
  readonly placeholder: string;
  readonly hint?: string;
}

function Text({ of, ...rest }: TextProps) {
  return <TextField {...rest} value={of.value} onValue={(typed) => (of.value = typed)} required />;
}

// A comma might separate decimals or thousands; the person says which by writing a point.
function amountOf(typed: string): number {
  const text = typed.trim().replace('−', '-');
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new Problem('VALIDATION_ERROR', 'The amount must be a number such as 12.50 or -12.50.');
}
