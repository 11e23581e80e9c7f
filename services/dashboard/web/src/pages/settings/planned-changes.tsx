/** The changes of a tenant file, field by field: the live value and the file's value. */
import type { adminPlanCatalog, EndpointData } from '@sluice/contracts';
import { Badge } from '../../components/badge.js';
import { Empty } from '../../components/states.js';
import { Table } from '../../components/table.js';

/** The changes of a file, as the server returns them. */
export type Plan = EndpointData<typeof adminPlanCatalog>;
type Change = Plan['changes'][number];
type Field = Change['fields'][number];

const MOST_NAMES = 12;

export function PlannedChanges({ plan: { changes, unmentioned } }: { readonly plan: Plan }) {
  return (
    <div className="stack" role="status">
      <Table<Change>
        label="Planned changes"
        rows={changes}
        keyOf={({ section, id }) => `${section} ${id}`}
        empty={<Empty title="No changes">The live configuration matches the file.</Empty>}
        columns={[
          { head: 'Item', shrink: true, cell: ({ kind, id }) => `${kind} ${id}` },
          {
            head: 'Change',
            shrink: true,
            cell: ({ change }) => <Badge tone={change === 'added' ? 'good' : 'busy'}>{change}</Badge>,
          },
          { head: 'Live → file', cell: (change) => <Fields of={change} /> },
        ]}
      />
      <RemovedFields of={changes} />
      {unmentioned.length > 0 && (
        <p className="quiet">
          Live but not in the file, left unchanged:{' '}
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

/** "1 field is removed", over all changes; undefined if none is. */
export function removedText(changes: readonly Change[]): string | undefined {
  const count = changes.flatMap(({ removed }) => removed).length;
  return count === 0 ? undefined : count === 1 ? '1 field is removed' : `${count} fields are removed`;
}

/** What goes because an item is replaced whole, or because a setting is null, over all changes. */
export function RemovedFields({ of: changes }: { readonly of: readonly Change[] }) {
  const total = removedText(changes);
  if (total === undefined) return null;
  return (
    <div className="notice bad">
      <div className="stack">
        <strong className="bad">{total}</strong>
        <ul className="lines">
          {changes.flatMap(({ kind, id, removed }) =>
            removed.map((path) => <li key={`${kind} ${id} ${path}`}>{`${kind} ${id}: ${path}`}</li>),
          )}
        </ul>
      </div>
    </div>
  );
}

function Fields({ of: { change, fields } }: { readonly of: Change }) {
  if (change === 'added') return <span className="quiet">new</span>;
  return (
    <ul className="diff">
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
          <span className="visually-hidden">live: </span>
          {valueText(before)}
        </del>
      )}
      {after !== undefined && (
        <ins>
          <span className="visually-hidden">in the file: </span>
          {valueText(after)}
        </ins>
      )}
    </li>
  );
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
