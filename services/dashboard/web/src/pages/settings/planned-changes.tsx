/** What a tenant file would change, field by field: what is live, and what the file says. */
import type { adminPlanCatalog, EndpointData } from '@sluice/contracts';
import { Badge } from '../../components/badge.js';
import { Empty } from '../../components/states.js';
import { Table } from '../../components/table.js';

/** What a file would change, as the server answers it. */
export type Plan = EndpointData<typeof adminPlanCatalog>;
type Change = Plan['changes'][number];
type Field = Change['fields'][number];

const MOST_NAMES = 12;

export function PlannedChanges({ plan: { changes, unmentioned } }: { readonly plan: Plan }) {
  return (
    <div class="stack" role="status">
      <Table<Change>
        label="What applying this file changes"
        rows={changes}
        keyOf={({ section, id }) => `${section} ${id}`}
        empty={<Empty title="It changes nothing">What the file says is live already.</Empty>}
        columns={[
          { head: 'What', shrink: true, cell: ({ kind, id }) => `${kind} ${id}` },
          {
            head: 'Change',
            shrink: true,
            cell: ({ change }) => <Badge tone={change === 'added' ? 'good' : 'busy'}>{change}</Badge>,
          },
          { head: 'Live, and in the file', cell: (change) => <Fields of={change} /> },
        ]}
      />
      {unmentioned.length > 0 && (
        <p class="quiet">
          Live and not in the file, and left as it is:{' '}
          {unmentioned
            .slice(0, MOST_NAMES)
            .map(({ id }) => id)
            .join(', ')}
          {unmentioned.length > MOST_NAMES && ` and ${unmentioned.length - MOST_NAMES} more`}.
        </p>
      )}
    </div>
  );
}

function Fields({ of: { change, fields } }: { readonly of: Change }) {
  if (change === 'added') return <span class="quiet">all of it</span>;
  return (
    <ul class="diff">
      {fields.map((field) => (
        <DiffLine key={field.path} field={field} />
      ))}
    </ul>
  );
}

function DiffLine({ field: { path, before, after } }: { readonly field: Field }) {
  return (
    <li>
      <code>{path}</code>
      {before !== undefined && (
        <del>
          <span class="visually-hidden">live: </span>
          {valueText(before)}
        </del>
      )}
      {after !== undefined && (
        <ins>
          <span class="visually-hidden">in the file: </span>
          {valueText(after)}
        </ins>
      )}
    </li>
  );
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
