/** Opens and closes the circuit of a buyer, and so stops or resumes calls to it. */
import { signal, type Signal } from '@preact/signals';
import type { adminCloseCircuit, adminOpenCircuit } from '@sluice/contracts';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/dialog.js';
import { SelectField, TextField } from '../../components/field.js';
import { numberText } from '../../components/figure.js';
import { NeedsRole } from '../../components/needs-role.js';
import { toastGood } from '../../components/toast.js';
import type { Buyer } from './buyers-page.js';

interface CircuitActionsProps {
  readonly buyer: Buyer;
  readonly reload: () => void;
}

export function CircuitActions({ buyer, reload }: CircuitActionsProps) {
  if (!may('operate')) return <NeedsRole what="Opening or closing a circuit" role="operate" />;
  const isOpen = buyer.state === 'open';
  return isOpen ? (
    <Button main onClick={() => close(buyer, reload)}>
      Close circuit
    </Button>
  ) : (
    <Button danger onClick={() => open(buyer, reload)}>
      Open circuit
    </Button>
  );
}

const HOUR_MS = 3_600_000;
const lengths = [
  { value: '', label: 'until closed by hand' },
  { value: '0.25', label: 'for 15 minutes' },
  { value: '1', label: 'for an hour' },
  { value: '4', label: 'for 4 hours' },
  { value: '24', label: 'for a day' },
];

interface Said {
  readonly reason: string;
  /** Empty: until closed by hand. */
  readonly hours: string;
}

function open({ tenantId, receiver, buyer, waiting }: Buyer, reload: () => void): void {
  const said = signal<Said>({ reason: '', hours: '' });
  confirm({
    title: `Open the circuit of ${buyer}?`,
    what: (
      <div class="stack">
        <p>
          Workers stop calling {buyer} within 3 s; calls in flight finish. Its leads wait and use up no
          attempts {waiting !== undefined && ` (${numberText(waiting)} waiting now)`}. Other buyers are not
          affected.
        </p>
        <Fields said={said} />
      </div>
    ),
    does: 'Open circuit',
    danger: true,
    run: async () => {
      const { reason, hours } = said.value;
      const until = new Date(Date.now() + Number(hours) * HOUR_MS).toISOString();
      await call<typeof adminOpenCircuit>(
        'POST',
        pathTo`/admin/v1/tenants/${tenantId}/circuits/${receiver}/open`,
        { body: { reason: reason.trim(), ...(hours !== '' && { until }) } },
      );
      toastGood(`The circuit of ${buyer} is open.`);
      reload();
    },
  });
}

function Fields({ said }: { readonly said: Signal<Said> }) {
  const { reason, hours } = said.value;
  return (
    <>
      <TextField
        label="Reason"
        hint="Shown next to the circuit."
        value={reason}
        onValue={(typed) => (said.value = { hours, reason: typed })}
        placeholder="they migrate tonight"
        required
        autofocus
      />
      <SelectField
        label="Stays open"
        value={hours}
        onValue={(chosen) => (said.value = { reason, hours: chosen })}
        options={lengths}
      />
    </>
  );
}

function close({ tenantId, receiver, buyer }: Buyer, reload: () => void): void {
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
      reload();
    },
  });
}
