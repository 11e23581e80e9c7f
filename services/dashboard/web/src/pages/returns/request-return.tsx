/** Requests the return of a lead's sale, once the person has given a reason. */
import type { adminRequestReturn, CampaignView } from '@sluice/contracts';
import * as z from 'zod/mini';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { optionsOf } from '../../components/choice.js';
import { ask } from '../../components/confirm.js';
import { FormArea, FormSelect, FormText } from '../../components/form-fields.js';
import { optionalText, requiredText } from '../../components/form-texts.js';
import { toastGood } from '../../components/toast.js';

/** The last sale of a lead, as far as its return is concerned. */
export interface Returnable {
  readonly leadId: string;
  readonly placedCampaignId: string;
}

const request = z.object({ reason: requiredText('Say why the buyer gives it back.'), note: optionalText() });

/** The terms on which a campaign takes leads back. */
export type ReturnTerms = NonNullable<CampaignView['returns']>;

export function requestReturn(
  tenantId: string,
  { leadId, placedCampaignId }: Returnable,
  { reasons = [], autoApprove }: ReturnTerms,
): void {
  ask({
    title: 'Request a return?',
    does: 'Request',
    what: (
      <p>
        The last sale of this lead is to be given back, on the terms of {placedCampaignId}.
        {autoApprove && ' That campaign approves returns at once.'}
      </p>
    ),
    schema: request,
    initial: { reason: '', note: '' },
    fields: (
      <>
        {reasons.length === 0 ? (
          <FormText name="reason" label="Reason" required />
        ) : (
          <FormSelect
            name="reason"
            label="Reason"
            options={[{ value: '', label: 'Choose a reason' }, ...optionsOf(reasons)]}
          />
        )}
        <FormArea name="note" label="Note (optional)" rows={3} />
      </>
    ),
    run: async ({ reason, note }) => {
      const path = pathTo`/admin/v1/tenants/${tenantId}/returns`;
      const body = { leadId, reason, note };
      const { status } = await call<typeof adminRequestReturn>('POST', path, { body });
      toastGood(`The return is ${status}`);
    },
  });
}
