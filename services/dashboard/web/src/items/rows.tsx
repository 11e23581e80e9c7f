/** Fields of an item whose value is an object with names of anybody's choice: a row for each. */
import { useState } from 'react';
import { Button } from '../components/button.js';
import { SelectField, TextField } from '../components/field.js';
import { FieldName } from './field-name.js';
import { Group, textOf, type ValueFieldProps } from './fields.js';
import { useProblem } from './problems.js';
import { isObject } from './values.js';

/** Texts by name, a row each. */
export function Pairs(props: ValueFieldProps) {
  const { label, hint, problem, value, onValue, look, readOnly } = props;
  const entries = Object.entries(isObject(value) ? value : {});
  const [added, setAdded] = useState('');
  const [nameLabel] = look.sides ?? ['Name'];
  const put = (next: readonly (readonly [string, unknown])[]) =>
    onValue(next.length === 0 ? undefined : Object.fromEntries(next));
  const name = added.trim();
  const isKnown = entries.some(([key]) => key === name);
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
        <div className="pair">
          <TextField label={`${nameLabel} to add`} value={added} onValue={setAdded} />
          <Button
            small
            disabled={name === '' || isKnown}
            onClick={() => {
              put([...entries, [name, '']]);
              setAdded('');
            }}
          >
            Add
          </Button>
        </div>
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

/** Yes or no by name, e.g. of events: one name a line that is on; the others are off. */
export function Switches(props: ValueFieldProps) {
  const { value, onValue, label, hint, problem, readOnly } = props;
  const entries = isObject(value) ? value : {};
  const [added, setAdded] = useState('');
  return (
    <Group label={label} hint={hint} problem={problem}>
      {Object.entries(entries).map(([key, isOn]) => (
        <SelectField
          key={key}
          label={key}
          disabled={readOnly}
          value={isOn === true ? 'true' : 'false'}
          onValue={(text) => onValue({ ...entries, [key]: text === '' ? undefined : text === 'true' })}
          options={[
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
            { value: '', label: 'Take it off the list' },
          ]}
        />
      ))}
      {!readOnly && (
        <div className="pair">
          <TextField label="Name to add" value={added} onValue={setAdded} />
          <Button
            small
            disabled={added.trim() === ''}
            onClick={() => {
              onValue({ ...entries, [added.trim()]: true });
              setAdded('');
            }}
          >
            Add
          </Button>
        </div>
      )}
    </Group>
  );
}
