/** Holds on calls to the outside, for a tenant and for the whole installation: set with a reason, and released. */
import type { adminHoldTenant, adminListHolds, adminReleaseTenant, EndpointData } from '@sluice/contracts';
import * as z from 'zod/mini';
import { call } from '../../api/call.js';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { ask, confirm } from '../../components/confirm.js';
import { FormText } from '../../components/form-fields.js';
import { requiredText } from '../../components/form-texts.js';
import { NeedsRole } from '../../components/needs-role.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { Table, type Column } from '../../components/table.js';
import { Ago } from '../../components/time.js';
import { toastGood } from '../../components/toast.js';
import type { TenantSummary } from '../../frame/tenants.js';

type Hold = EndpointData<typeof adminListHolds>['holds'][number];

/** The subject of a hold, and its current hold, if any. */
interface Subject {
  readonly name: string;
  /** Its name within a sentence. */
  readonly whose: string;
  readonly path: string;
  readonly hold: Hold | undefined;
  /** The whole installation is on hold, which includes this subject. */
  readonly alsoHeld: boolean;
  /** What remains on hold after a release. */
  readonly stays: string;
}

const LOADS_EVERY_MS = 5_000;

export function CallsOutside({ tenant }: { readonly tenant: TenantSummary }) {
  const answer = useAnswer<typeof adminListHolds>('/admin/v1/holds', { everyMs: LOADS_EVERY_MS });
  return (
    <Panel
      title="Outbound calls"
      actions={!may('operate') && <NeedsRole what="Holding or releasing calls" role="operate" />}
    >
      <p className="quiet">
        While calls are on hold, leads are accepted and decided, but wait before every call to a buyer,
        platform, vendor or receiver.
      </p>
      <Loaded from={answer}>
        {({ holds }) => (
          <Table
            label="Outbound calls"
            columns={columnsOf(tenant.timezone)}
            rows={subjectsOf(tenant, holds)}
            keyOf={({ path }) => path}
          />
        )}
      </Loaded>
    </Panel>
  );
}

function subjectsOf({ tenantId, name }: TenantSummary, holds: readonly Hold[]): readonly Subject[] {
  const whole = holds.find((hold) => hold.tenantId === null);
  return [
    {
      name,
      whose: name,
      path: pathTo`/admin/v1/tenants/${tenantId}/hold`,
      hold: holds.find((hold) => hold.tenantId === tenantId),
      alsoHeld: whole !== undefined,
      stays: 'A hold on the whole installation stays in place.',
    },
    {
      name: 'The whole installation',
      whose: 'every tenant',
      path: '/admin/v1/hold',
      hold: whole,
      alsoHeld: false,
      stays: 'Holds on single tenants stay in place.',
    },
  ];
}

function columnsOf(zone: string): readonly Column<Subject>[] {
  return [
    { head: 'Scope', cell: ({ name }) => name },
    {
      head: 'State',
      shrink: true,
      cell: ({ hold, alsoHeld }) => {
        if (hold) return <Badge tone="warn">on hold</Badge>;
        if (alsoHeld) return <Badge tone="warn">on hold (installation)</Badge>;
        return <Badge tone="good">not on hold</Badge>;
      },
    },
    { head: 'Reason', cell: ({ hold }) => hold?.reason ?? '–' },
    {
      head: 'Since',
      shrink: true,
      cell: ({ hold }) =>
        hold ? (
          <>
            <Ago at={hold.since} zone={zone} /> <span className="quiet">by {hold.by}</span>
          </>
        ) : (
          '–'
        ),
    },
    ...(may('operate')
      ? [
          {
            head: 'Actions',
            shrink: true,
            cell: (subject: Subject) =>
              subject.hold ? (
                <Button small onClick={() => release(subject)}>
                  Release
                </Button>
              ) : (
                <Button small danger onClick={() => hold(subject)}>
                  Hold
                </Button>
              ),
          },
        ]
      : []),
  ];
}

const holding = z.object({ reason: requiredText('Say why, for others who see it.') });

function hold({ whose, path }: Subject): void {
  ask({
    title: `Hold the calls of ${whose}?`,
    what: (
      <p>
        Within 3 s workers stop calling buyers, platforms, vendors and receivers for {whose}; calls in flight
        finish. Leads are still accepted and decided, and continue where they were once you release the hold.
      </p>
    ),
    does: 'Hold calls',
    danger: true,
    schema: holding,
    initial: { reason: '' },
    fields: (
      <FormText
        name="reason"
        label="Reason"
        hint="Shown next to the hold."
        placeholder="wrong buyer"
        required
      />
    ),
    run: async (body) => {
      await call<typeof adminHoldTenant>('PUT', path, { body });
      toastGood(`The calls of ${whose} are on hold.`);
    },
  });
}

function release({ whose, path, stays }: Subject): void {
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
