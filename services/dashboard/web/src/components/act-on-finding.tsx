/** What a button of a finding does, after a question; loaded when it is pressed, because forms are not in the first view. */
import type { adminOpenCircuit, Finding, FindingAction } from '@sluice/contracts';
import * as z from 'zod/mini';
import { call } from '../api/call.js';
import { ask, confirm } from './confirm.js';
import { FormText } from './form-fields.js';
import { requiredText } from './form-texts.js';
import { toastGood } from './toast.js';

type Call = Extract<FindingAction, { readonly path: string }>;

/** Asks whether to do it, and why if others are to see that. */
export function actOnFinding({ headline, todo }: Finding, { method, path, label, needsReason }: Call): void {
  const asked = {
    title: `${label}?`,
    what: (
      <>
        <p>{headline}.</p>
        <p>{todo}</p>
      </>
    ),
    does: label,
  };
  const run = async (body?: { readonly reason: string }) => {
    await call<typeof adminOpenCircuit>(method, path, { body });
    toastGood(`${label}: done.`);
  };
  if (!needsReason) return confirm({ ...asked, run: () => run() });
  ask({
    ...asked,
    schema: z.object({ reason: requiredText('Say why, for others who see it.') }),
    initial: { reason: '' },
    fields: <FormText name="reason" label="Reason" hint="Shown to others." required />,
    run,
  });
}
