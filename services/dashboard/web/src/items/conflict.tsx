/** Shown when somebody else saved the item while it was changed here: field by field what is there now, and what is here. */
import { useState } from 'react';
import { Button } from '../components/button.js';
import { Panel } from '../components/panel.js';
import { Table } from '../components/table.js';
import type { Draft, LoadedItem } from './drafts.js';
import { placeInWords } from './labels.js';
import { differences, nameOfPath, tidied, valueAt, withAll, type Item, type Path } from './values.js';

interface ConflictProps {
  readonly draft: Draft;
  readonly now: LoadedItem;
  /** The item with both changes; it is not saved yet. */
  readonly onMerged: (item: Item) => void;
}

interface Row {
  readonly path: Path;
  readonly now: unknown;
  readonly yours: unknown;
  /** Whether both changed it. */
  readonly both: boolean;
}

export function Conflict({ draft, now, onMerged }: ConflictProps) {
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const yours = tidied(draft.item, draft.was) as Item;
  const mine = differences(draft.was, yours);
  const theirs = differences(draft.was, now.item);
  const overlap = (one: Path, other: Path) => one.every((key, at) => at >= other.length || key === other[at]);
  const rows = [...mine, ...theirs.filter(({ path }) => !mine.some((own) => overlap(own.path, path)))].map(
    ({ path }): Row => ({
      path,
      now: valueAt(now.item, path),
      yours: valueAt(yours, path),
      both: mine.some((own) => overlap(own.path, path)) && theirs.some((other) => overlap(other.path, path)),
    }),
  );
  const merge = () =>
    onMerged(
      withAll(
        now.item,
        mine.filter(({ path }) => !taken.has(nameOfPath(path))),
      ),
    );
  return (
    <Panel title="Somebody else has saved this meanwhile">
      <p>
        Nothing of what you typed is lost. Where only one of you changed a field, that change stays; where
        both did, choose.
      </p>
      <Table
        label="As it is now, and yours"
        cards
        rows={rows}
        keyOf={({ path }) => nameOfPath(path)}
        columns={[
          { head: 'Field', cell: ({ path }) => placeInWords(path) },
          { head: 'As it is now', cell: ({ now: value }) => <Shown value={value} /> },
          { head: 'Yours', cell: ({ yours: value }) => <Shown value={value} /> },
          {
            head: 'Stays',
            cell: ({ path, both }) =>
              both ? <Choose name={nameOfPath(path)} taken={taken} onTaken={setTaken} /> : 'the change',
          },
        ]}
      />
      <Button main onClick={merge}>
        Go on with this
      </Button>
    </Panel>
  );
}

interface ChooseProps {
  readonly name: string;
  readonly taken: ReadonlySet<string>;
  readonly onTaken: (taken: ReadonlySet<string>) => void;
}

function Choose({ name, taken, onTaken }: ChooseProps) {
  const choose = (isTaken: boolean) =>
    onTaken(new Set(isTaken ? [...taken, name] : [...taken].filter((each) => each !== name)));
  return (
    <fieldset className="row">
      <legend className="visually-hidden">What stays of {name}</legend>
      <label className="row">
        <input type="radio" checked={!taken.has(name)} onChange={() => choose(false)} /> yours
      </label>
      <label className="row">
        <input type="radio" checked={taken.has(name)} onChange={() => choose(true)} /> as it is now
      </label>
    </fieldset>
  );
}

/** A value of an item, in a table. */
export function Shown({ value }: { readonly value: unknown }) {
  if (value === undefined) return <span className="quiet">not set</span>;
  if (typeof value === 'object') return <code className="break">{JSON.stringify(value)}</code>;
  return <span className="break">{typeof value === 'string' ? value : JSON.stringify(value)}</span>;
}
