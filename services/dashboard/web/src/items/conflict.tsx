/** Shown when somebody else saved the item while it was changed here: field by field what is there now, and what is here. */
import { useState } from 'react';
import { Button } from '../components/button.js';
import { Panel } from '../components/panel.js';
import { Table } from '../components/table.js';
import type { Draft, LoadedItem } from './drafts.js';
import { placeInWords } from './place-in-words.js';
import { changesOfTwo, merged, nameOfPath, tidied, type Item, type Path } from './values.js';

interface ConflictProps {
  readonly draft: Draft;
  readonly now: LoadedItem;
  /** The item with both changes; it is not saved yet. */
  readonly onMerged: (item: Item) => void;
}

export function Conflict({ draft, now, onMerged }: ConflictProps) {
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const yours = tidied(draft.item, draft.was) as Item;
  const isTaken = (path: Path) => taken.has(nameOfPath(path));
  return (
    <Panel title="Somebody else has saved this meanwhile">
      <p>
        Nothing of what you typed is lost. Where only one of you changed a field, that change stays; where
        both did, choose.
      </p>
      <Table
        label="As it is now, and yours"
        cards
        rows={changesOfTwo(draft.was, yours, now.item)}
        keyOf={({ path }) => nameOfPath(path)}
        columns={[
          { head: 'Field', cell: ({ path }) => placeInWords(path) },
          { head: 'As it is now', cell: ({ theirs }) => <Shown value={theirs} /> },
          { head: 'Yours', cell: ({ mine }) => <Shown value={mine} /> },
          {
            head: 'Stays',
            cell: ({ path, by }) =>
              by === 'both' ? <Choose path={path} taken={taken} onTaken={setTaken} /> : 'the change',
          },
        ]}
      />
      <Button main onClick={() => onMerged(merged(draft.was, yours, now.item, isTaken))}>
        Go on with this
      </Button>
    </Panel>
  );
}

interface ChooseProps {
  readonly path: Path;
  readonly taken: ReadonlySet<string>;
  readonly onTaken: (taken: ReadonlySet<string>) => void;
}

function Choose({ path, taken, onTaken }: ChooseProps) {
  const name = nameOfPath(path);
  const choose = (isTaken: boolean) =>
    onTaken(new Set(isTaken ? [...taken, name] : [...taken].filter((each) => each !== name)));
  return (
    <fieldset className="row">
      <legend className="visually-hidden">What stays of {placeInWords(path)}</legend>
      {([false, true] as const).map((isTheirs) => (
        <label key={String(isTheirs)} className="row">
          <input
            type="radio"
            name={`stays.${name}`}
            checked={taken.has(name) === isTheirs}
            onChange={() => choose(isTheirs)}
          />{' '}
          {isTheirs ? 'as it is now' : 'yours'}
        </label>
      ))}
    </fieldset>
  );
}

/** A value of an item, in a table. */
export function Shown({ value }: { readonly value: unknown }) {
  if (value === undefined) return <span className="quiet">not set</span>;
  if (typeof value === 'object') return <code className="break">{JSON.stringify(value)}</code>;
  return <span className="break">{typeof value === 'string' ? value : JSON.stringify(value)}</span>;
}
