/** Opens and closes the circuit of a buyer, and so stops or resumes calls to it, and retries at once what waits for it. */
import type { adminCloseCircuit, adminOpenCircuit, adminRetryBuyer } from '@sluice/contracts';
import * as z from 'zod/mini';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { ask, confirm } from '../../components/confirm.js';
import { numberText } from '../../components/figure.js';
import { FormSelect, FormText } from '../../components/form-fields.js';
import { instantAfter, requiredText } from '../../components/form-texts.js';
import { NeedsRole } from '../../components/needs-role.js';
import { toastGood } from '../../components/toast.js';
import type { Buyer } from './buyer-state.js';

interface CircuitActionsProps {
  readonly buyer: Buyer;
  /** In a row of the list. */
  readonly small?: boolean;
}

// A circuit that opened by itself closes by itself: a person may keep it open beyond that, as one that is closed.
export function CircuitActions({ buyer, small = false }: CircuitActionsProps) {
  if (!may('adminOpenCircuit'))
    return small ? null : <NeedsRole what="Opening or closing a circuit" role="operate" />;
  const isKept = buyer.openedBy !== undefined;
  return (
    <>
      {(buyer.waiting ?? 0) > 0 && !isKept && (
        <Button main={!small} small={small} onClick={() => retry(buyer)}>
          Retry now
        </Button>
      )}
      {buyer.state === 'open' && (
        <Button main={isKept && !small} small={small} onClick={() => close(buyer)}>
          Close circuit
        </Button>
      )}
      {!isKept && (
        <Button danger={!small} small={small} onClick={() => open(buyer)}>
          Open circuit
        </Button>
      )}
    </>
  );
}

function retry({ tenantId, receiver, buyer, waiting = 0 }: Buyer): void {
  confirm({
    title: `Retry all leads that wait for ${buyer}?`,
    what: (
      <p>
        {leadsText(waiting)} waiting now. The next attempt of each is made at once. If it fails, the next one
        is planned as usual. A circuit that opened by itself closes.
      </p>
    ),
    does: 'Retry now',
    run: async () => {
      const { retried, more } = await call<typeof adminRetryBuyer>(
        'POST',
        pathTo`/admin/v1/tenants/${tenantId}/buyers/${receiver}/retry`,
      );
      toastGood(
        `${leadsText(retried)} ${retried === 1 ? 'is' : 'are'} retried now${more ? '; repeat it for the others' : ''}.`,
      );
    },
  });
}

function leadsText(count: number): string {
  return `${numberText(count)} ${count === 1 ? 'lead' : 'leads'}`;
}

const HOUR_MS = 3_600_000;
const lengths = [
  { value: '', label: 'until closed by hand' },
  { value: '0.25', label: 'for 15 minutes' },
  { value: '1', label: 'for an hour' },
  { value: '4', label: 'for 4 hours' },
  { value: '24', label: 'for a day' },
];

const opening = z.object({
  reason: requiredText('Say why, for others who see it.'),
  /** Until when; undefined until closed by hand. */
  until: instantAfter(HOUR_MS),
});

function open({ tenantId, receiver, buyer, waiting }: Buyer): void {
  ask({
    title: `Open the circuit of ${buyer}?`,
    what: (
      <p>
        Workers stop calling {buyer} within 3 s, however well it works; calls in flight finish. Its leads wait
        and use up no attempts {waiting !== undefined && ` (${numberText(waiting)} waiting now)`}. Other
        buyers are not affected.
      </p>
    ),
    does: 'Open circuit',
    danger: true,
    schema: opening,
    initial: { reason: '', until: '' },
    fields: (
      <>
        <FormText
          name="reason"
          label="Reason"
          hint="Shown next to the circuit."
          placeholder="they migrate tonight"
          required
        />
        <FormSelect name="until" label="Stays open" options={lengths} />
      </>
    ),
    run: async ({ reason, until }) => {
      await call<typeof adminOpenCircuit>(
        'POST',
        pathTo`/admin/v1/tenants/${tenantId}/circuits/${receiver}/open`,
        { body: { reason, until } },
      );
      toastGood(`The circuit of ${buyer} is open.`);
    },
  });
}

function close({ tenantId, receiver, buyer }: Buyer): void {
  confirm({
    title: `Close the circuit of ${buyer}?`,
    what: (
      <p>
        Workers call {buyer} again within 3 s, and the waiting leads continue within 30 s. Earlier failures no
        longer count; if most of the next calls fail, the circuit opens again.
      </p>
    ),
    does: 'Close circuit',
    run: async () => {
      await call<typeof adminCloseCircuit>(
        'POST',
        pathTo`/admin/v1/tenants/${tenantId}/circuits/${receiver}/close`,
      );
      toastGood(`Workers call ${buyer} again.`);
    },
  });
}
