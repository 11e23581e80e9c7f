/** Fields whose value is part of an item: each shows it, and says what becomes of it. An emptied one is undefined. */
import { useId, useState, type ReactNode } from 'react';
import { Button } from '../components/button.js';
import { optionsOf } from '../components/choice.js';
import { describing, Notes, SelectField, TextArea, TextField } from '../components/field.js';
import { isGiven, isObject, type Item } from './values.js';
import type { Look } from './looks.js';
import type { Node } from './schema.js';

/** What every field of an item is given. */
export interface ValueFieldProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly problem: string | undefined;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly value: unknown;
  readonly onValue: (value: unknown) => void;
  readonly node: Node;
  readonly look: Look;
  /** The name of the value in the item, e.g. `settings.timezone`. */
  readonly name: string;
  readonly tenantId: string;
}

/** A value as a text that can be typed. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const given = (text: string): string | undefined => (text === '' ? undefined : text);
/** Labels say what must be there, as the server requires it. */
export const labelled = ({ label, required }: ValueFieldProps) => (required ? `${label} *` : label);

/** The common attributes of the controls. */
function controlOf(props: ValueFieldProps) {
  const { hint, problem, readOnly, required } = props;
  return { label: labelled(props), hint, problem, disabled: readOnly, 'aria-required': required };
}

export function Text(props: ValueFieldProps) {
  const { value, onValue } = props;
  return <TextField {...controlOf(props)} value={textOf(value)} onValue={(text) => onValue(given(text))} />;
}

export function DateField(props: ValueFieldProps) {
  const { value, onValue } = props;
  return (
    <TextField
      {...controlOf(props)}
      type="date"
      value={textOf(value)}
      onValue={(text) => onValue(given(text))}
    />
  );
}

export function LongText(props: ValueFieldProps) {
  const { value, onValue } = props;
  return (
    <TextArea {...controlOf(props)} rows={4} value={textOf(value)} onValue={(text) => onValue(given(text))} />
  );
}

/** A secret: what is stored is shown as a mark, and what is typed is not. */
export function Secret(props: ValueFieldProps) {
  const { value, onValue } = props;
  return (
    <TextField
      {...controlOf(props)}
      type="password"
      autoComplete="off"
      value={textOf(value)}
      onValue={(text) => onValue(given(text))}
    />
  );
}

/** A number that the browser can hold exactly; any other text is sent as it is typed, for the server to refuse. */
function numberOf(text: string): unknown {
  const typed = text.trim();
  if (typed === '') return undefined;
  const number = Number(typed);
  const digits = typed
    .replace(/^-?0*(?=\d)/, '')
    .replace(/\.?0*$/, '')
    .replace(/\D/g, '');
  return /^-?\d+(\.\d+)?$/.test(typed) && digits.length <= 15 ? number : typed;
}

export function NumberField(props: ValueFieldProps) {
  const { value, onValue } = props;
  // "1." is on the way to "1.5".
  const [typed, setTyped] = useState<string>();
  const shown = typed !== undefined && Object.is(numberOf(typed), value) ? typed : textOf(value);
  return (
    <TextField
      {...controlOf(props)}
      inputMode="decimal"
      value={shown}
      onValue={(text) => {
        setTyped(text);
        onValue(numberOf(text));
      }}
    />
  );
}

export function YesNo(props: ValueFieldProps) {
  const { value, onValue } = props;
  return (
    <SelectField
      {...controlOf(props)}
      value={textOf(value)}
      onValue={(text) => onValue(text === '' ? undefined : text === 'true')}
      options={[
        { value: '', label: 'As by default' },
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ]}
    />
  );
}

export function Choice(props: ValueFieldProps) {
  const { value, onValue, node, required } = props;
  const text = textOf(value);
  const known = (node.enum ?? []).map(textOf);
  // Another spelling of one, which the server knows.
  const values = text === '' || known.includes(text) ? known : [...known, text];
  return (
    <SelectField
      {...controlOf(props)}
      value={text}
      onValue={(chosen) => onValue(given(chosen))}
      options={[{ value: '', label: required ? 'Choose' : 'As by default' }, ...optionsOf(values)]}
    />
  );
}

/** Several of a few words, or none of them, which is another thing than those by default. */
export function Some(props: ValueFieldProps) {
  const { label, hint, problem, value, onValue, node, required, readOnly } = props;
  const isByDefault = !Array.isArray(value);
  const chosen = isByDefault ? [] : value.map(textOf);
  const choices = (node.items?.enum ?? []).map(textOf);
  const box = (text: string, isOn: boolean, next: readonly string[] | undefined) => (
    <label key={text} className="row">
      <input type="checkbox" checked={isOn} disabled={readOnly} onChange={() => onValue(next)} />
      {text}
    </label>
  );
  return (
    <Group label={label} hint={hint} problem={problem}>
      <div className="row">
        {!required && box('as by default', isByDefault, isByDefault ? [] : undefined)}
        {choices.map((choice) => {
          const isOn = chosen.includes(choice);
          const next = isOn ? chosen.filter((each) => each !== choice) : [...chosen, choice];
          return box(choice.replaceAll('_', ' '), isOn, next);
        })}
      </div>
    </Group>
  );
}

interface GroupProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly problem?: string | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Fields that are one thing. With a problem of its own it can be reached, as a field with one can. */
export function Group({ label, hint, problem, className = 'field part', children }: GroupProps) {
  const id = useId();
  return (
    <fieldset
      className={className}
      aria-describedby={describing(id, { hint, problem })}
      {...(problem !== undefined && { tabIndex: -1, 'data-problem': true })}
    >
      <legend className="label">{label}</legend>
      <Notes id={id} hint={hint} problem={problem} />
      {children}
    </fieldset>
  );
}

/** Values of a list, one a line; one that was there keeps its type, and numbers stand among numbers. */
export function Lines(props: ValueFieldProps) {
  const { value, onValue, hint } = props;
  const values: readonly unknown[] = Array.isArray(value) ? value : [];
  const [areNumbers] = useState(values.length > 0 && values.every((each) => typeof each === 'number'));
  const [typed, setTyped] = useState<string>();
  const shown = values.map(textOf).join('\n');
  const isTyped = typed !== undefined && linesOf(typed).join('\n') === shown;
  return (
    <TextArea
      {...controlOf(props)}
      hint={[hint, 'One a line.'].filter(Boolean).join(' ')}
      rows={Math.min(8, values.length + 2)}
      value={isTyped ? typed : shown}
      onValue={(text) => {
        setTyped(text);
        onValue(listOf(text, values, areNumbers ? numberOrText : (line) => line));
      }}
    />
  );
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

function listOf(
  text: string,
  before: readonly unknown[],
  read: (line: string) => unknown,
): readonly unknown[] | undefined {
  const known = new Map(before.map((each) => [textOf(each), each]));
  const lines = linesOf(text).map((line) => (known.has(line) ? known.get(line) : read(line)));
  return lines.length === 0 ? undefined : lines;
}

/** A text, or a number, yes or no if it reads as one. */
export function Scalar(props: ValueFieldProps) {
  const { value, onValue, hint } = props;
  return (
    <TextField
      {...controlOf(props)}
      hint={[hint, 'true, false, null and numbers count as such.'].filter(Boolean).join(' ')}
      value={value === null ? 'null' : textOf(value)}
      onValue={(text) => onValue(scalarOf(text))}
    />
  );
}

function scalarOf(text: string): unknown {
  const words: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
  if (Object.hasOwn(words, text)) return words[text];
  return given(text) && numberOrText(text);
}

// What would read differently as a number stays a text: a ZIP code with a leading zero, a number that goes on.
function numberOrText(text: string): unknown {
  const number = numberOf(text);
  return textOf(number) === text ? number : text;
}

/** A text, or where a buyer's answer has it. */
export function Source(props: ValueFieldProps) {
  const { label, hint, problem, value, onValue, readOnly } = props;
  const parts = isObject(value) ? value : undefined;
  const put = (next: Item) => onValue(Object.values(next).some(isGiven) ? next : undefined);
  const part = (name: string, title: string) => (
    <TextField
      label={title}
      disabled={readOnly}
      value={textOf(parts?.[name])}
      onValue={(text) => put({ ...parts, [name]: given(text) })}
    />
  );
  if (!parts) {
    const text = textOf(value);
    const path = text.startsWith('/') ? 'xmlPath' : 'jsonPath';
    return (
      <div>
        <TextField
          {...controlOf(props)}
          value={text}
          onValue={(typed) => onValue(typed.startsWith('$') ? typed : scalarOf(typed))}
        />
        {!readOnly && (
          <Button small onClick={() => onValue({ [path]: given(text), pattern: undefined })}>
            Take {label.toLowerCase()} by a pattern
          </Button>
        )}
      </div>
    );
  }
  return (
    <Group label={label} hint={hint} problem={problem}>
      <div className="fields">
        {part('jsonPath', 'JSON path')}
        {part('xmlPath', 'XML path')}
        {part('pattern', 'Pattern')}
      </div>
    </Group>
  );
}

export function Zone(props: ValueFieldProps) {
  const { value, onValue } = props;
  const id = useId();
  return (
    <>
      <TextField
        {...controlOf(props)}
        list={id}
        value={textOf(value)}
        onValue={(text) => onValue(given(text))}
      />
      <datalist id={id}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
