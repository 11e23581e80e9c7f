/** Fields of an item whose value is an object with names of anybody's choice: a row for each. */
import { useState } from 'react';
import { Button } from '../components/button.js';
import { SelectField, TextField } from '../components/field.js';
import { FieldName } from './field-name.js';
import { Group, textOf, type ValueFieldProps } from './fields.js';
import { useProblem } from './problems.js';
import { isObject, type Item } from './values.js';

/** Texts by name, a row each. */
export function Pairs(props: ValueFieldProps) {
  const { label, hint, problem, value, onValue, look, readOnly } = props;
  const entries = Object.entries(isObject(value) ? value : {});
  const [nameLabel] = look.sides ?? ['Name'];
  const put = (next: readonly (readonly [string, unknown])[]) =>
    onValue(next.length === 0 ? undefined : Object.fromEntries(next));
  return (
    <Group label={label} hint={hint} problem={problem}>
      {entries.map(([key, each]) => (
        <div key={key} className="pair">
          <PairValue
            {...props}
            name={`${props.name}.${key}`}
            label={key}
            value={each}
            onValue={(text) => put(entries.map((entry) => (entry[0] === key ? [key, text] : entry)))}
          />
          {!readOnly && (
            <Button small onClick={() => put(entries.filter((entry) => entry[0] !== key))}>
              Remove {key}
            </Button>
          )}
        </div>
      ))}
      {!readOnly && (
        <NameToAdd
          label={nameLabel}
          known={entries.map(([key]) => key)}
          onAdd={(name) => put([...entries, [name, '']])}
        />
      )}
    </Group>
  );
}

/** The value of the row `label`, with what is wrong with it. */
function PairValue({ tenantId, name, label, value, onValue, look, readOnly }: ValueFieldProps) {
  const control = {
    label: `${look.sides?.[1] ?? 'Value'} of ${label}`,
    problem: useProblem(name),
    disabled: readOnly,
    value: textOf(value),
    onValue,
  };
  return look.of === 'fieldLibrary' ? (
    <FieldName {...control} tenantId={tenantId} />
  ) : (
    <TextField {...control} />
  );
}

/** Yes or no by name, e.g. of events: what is not on the list is off, but without a list everything is on. */
export function Switches(props: ValueFieldProps) {
  const { value, onValue, label, hint, problem, readOnly } = props;
  const entries = isObject(value) ? value : {};
  const put = (next: Item) => {
    const left = Object.entries(next).filter(([, isOn]) => isOn !== undefined);
    onValue(left.length === 0 ? undefined : Object.fromEntries(left));
  };
  return (
    <Group label={label} hint={hint} problem={problem}>
      {value === entries && Object.keys(entries).length === 0 && <span className="quiet">None of them.</span>}
      {Object.entries(entries).map(([key, isOn]) => (
        <SelectField
          key={key}
          label={key}
          disabled={readOnly}
          value={isOn === true ? 'true' : 'false'}
          onValue={(text) => put({ ...entries, [key]: text === '' ? undefined : text === 'true' })}
          options={[
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
            { value: '', label: 'Take it off the list' },
          ]}
        />
      ))}
      {!readOnly && (
        <NameToAdd
          label="Name"
          known={Object.keys(entries)}
          onAdd={(name) => put({ ...entries, [name]: true })}
        />
      )}
    </Group>
  );
}

interface NameToAddProps {
  readonly label: string;
  /** Names that are there already. */
  readonly known: readonly string[];
  readonly onAdd: (name: string) => void;
}

/** A name for a new row. Whoever goes on without pressing the button adds it too: what was typed is in the form. */
function NameToAdd({ label, known, onAdd }: NameToAddProps) {
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const isNew = name !== '' && !known.includes(name);
  const add = () => {
    if (!isNew) return;
    onAdd(name);
    setTyped('');
  };
  return (
    <div
      className="pair"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) add();
      }}
    >
      <TextField
        label={`${label} to add`}
        value={typed}
        onValue={setTyped}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !isNew) return;
          // Else the form would be saved without it.
          event.preventDefault();
          add();
        }}
      />
      <Button small disabled={!isNew} onClick={add}>
        Add
      </Button>
    </div>
  );
}
