/** Requests the return of a lead's sale, once the person has given a reason. */
import { signal, type Signal } from '@preact/signals';
import type { adminGetCampaign, adminRequestReturn } from '@sluice/contracts';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { confirm } from '../../components/dialog.js';
import { optionsOf } from '../../components/choice.js';
import { SelectField, TextField } from '../../components/field.js';
import { NoteField } from '../../components/note-field.js';
import { toastGood } from '../../components/toast.js';

/** The last sale of a lead, as far as its return is concerned. */
export interface Returnable {
  readonly leadId: string;
  readonly placedCampaignId: string;
}

export async function requestReturn(
  tenantId: string,
  { leadId, placedCampaignId }: Returnable,
  onRequested: () => void,
): Promise<void> {
  const campaign = pathTo`/admin/v1/tenants/${tenantId}/campaigns/${placedCampaignId}`;
  const { returns } = await call<typeof adminGetCampaign>('GET', campaign);
  const reasons = returns?.reasons ?? [];
  const [reason, note] = [signal(reasons[0] ?? ''), signal('')];
  confirm({
    title: 'Request a return?',
    does: 'Request',
    what: (
      <>
        <p>
          The last sale of this lead is to be given back, on the terms of {placedCampaignId}.
          {returns?.autoApprove && ' That campaign approves returns at once.'}
        </p>
        <ReasonField reason={reason} reasons={reasons} />
        <NoteField note={note} label="Note (optional)" />
      </>
    ),
    run: async () => {
      const words = note.value.trim();
      const path = pathTo`/admin/v1/tenants/${tenantId}/returns`;
      const body = { leadId, reason: reason.value.trim(), ...(words !== '' && { note: words }) };
      const { status } = await call<typeof adminRequestReturn>('POST', path, { body });
      toastGood(`The return is ${status}`);
      onRequested();
    },
  });
}

interface ReasonFieldProps {
  readonly reason: Signal<string>;
  readonly reasons: readonly string[];
}

function ReasonField({ reason, reasons }: ReasonFieldProps) {
  const change = (typed: string): void => {
    reason.value = typed;
  };
  return reasons.length > 0 ? (
    <SelectField label="Reason" value={reason.value} onValue={change} options={optionsOf(reasons)} />
  ) : (
    <TextField label="Reason" value={reason.value} onValue={change} required autofocus />
  );
}
