/** Form fields, each with its label, a hint, and its problem next to it. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly problem?: string | undefined;
}

interface Control {
  readonly id: string;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** A label and a hint around any control; the control gets the attributes that it is passed. */
function Field({
  label,
  hint,
  problem,
  children,
}: FieldProps & { readonly children: (control: Control) => ComponentChildren }) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`].filter(
    Boolean,
  );
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-invalid': problem === undefined ? undefined : true,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
      })}
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {problem !== undefined && (
        <span class="problem" id={`${id}-problem`}>
          {problem}
        </span>
      )}
    </div>
  );
}

/** The props of all text fields. */
interface TextProps extends FieldProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly name?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly autofocus?: boolean;
}

type TextKind =
  | 'text'
  | 'password'
  | 'email'
  | 'tel'
  | 'url'
  | 'search'
  | 'number'
  | 'date'
  | 'datetime-local'
  | 'time';

export function TextField({
  label,
  hint,
  problem,
  type = 'text',
  onValue,
  ...rest
}: TextProps & {
  readonly type?: TextKind;
  readonly autocomplete?: string;
  readonly min?: string;
  readonly max?: string;
}) {
  // One element for all kinds, although the types require one for each.
  const kind = type as 'text';
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <input
          {...rest}
          {...control}
          type={kind}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  problem,
  onValue,
  code,
  rows = 6,
  ...rest
}: TextProps & {
  /** Shown in a monospaced font, without spell checking. */
  readonly code?: boolean;
  readonly rows?: number;
}) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          rows={rows}
          {...(code && { class: 'code', spellcheck: false })}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** One of the options, with its label. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

export function SelectField({
  label,
  hint,
  problem,
  value,
  onValue,
  options,
}: FieldProps & {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly options: readonly Option[];
}) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <select {...control} value={value} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A choice among a few values that takes effect at once, e.g. hour, day, week. */
export function Segments({
  label,
  value,
  onValue,
  options,
}: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly options: readonly Option[];
}) {
  return (
    <div class="segments" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onValue(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
