/** Holding and releasing calls to the outside: what follows is said, and a hold gets its reason. */
import type { adminHoldTenant, adminReleaseTenant } from '@sluice/contracts';
import * as z from 'zod/mini';
import { call } from '../../api/call.js';
import { ask, confirm } from '../../components/confirm.js';
import { FormSelect, FormText } from '../../components/form-fields.js';
import { requiredText } from '../../components/form-texts.js';
import { toastGood } from '../../components/toast.js';
import type { Scope } from './hold-scopes.js';

const holding = z.object({ path: z.string(), reason: requiredText('Say why, for others who see it.') });

/** Holds the calls of one of these scopes; the first is proposed. */
export function hold(scopes: readonly Scope[]): void {
  const [first] = scopes;
  if (!first) return;
  const one = scopes.length === 1 ? first.whose : undefined;
  ask({
    title: one === undefined ? 'Hold outbound calls?' : `Hold the calls of ${one}?`,
    what: (
      <p>
        Within 3 s workers stop calling buyers, platforms, vendors and receivers
        {one !== undefined && ` for ${one}`}; calls in flight finish. Leads are still accepted and decided,
        and continue where they were once you release the hold.
      </p>
    ),
    does: 'Hold calls',
    danger: true,
    schema: holding,
    initial: { path: first.path, reason: '' },
    fields: (
      <>
        {one === undefined && (
          <FormSelect
            name="path"
            label="Whose calls"
            options={scopes.map(({ path: value, name: label }) => ({ value, label }))}
          />
        )}
        <FormText
          name="reason"
          label="Reason"
          hint="Shown next to the hold."
          placeholder="wrong buyer"
          required
        />
      </>
    ),
    run: async ({ path, reason }) => {
      await call<typeof adminHoldTenant>('PUT', path, { body: { reason } });
      const held = scopes.find((scope) => scope.path === path);
      toastGood(`The calls of ${held?.whose} are on hold.`);
    },
  });
}

/** Releases the calls of a scope. */
export function release({ whose, path, stays }: Scope): void {
  confirm({
    title: `Release the calls of ${whose}?`,
    what: <p>Waiting leads continue within a minute. {stays}</p>,
    does: 'Release calls',
    run: async () => {
      await call<typeof adminReleaseTenant>('DELETE', path);
      toastGood(`The calls of ${whose} are released.`);
    },
  });
}
