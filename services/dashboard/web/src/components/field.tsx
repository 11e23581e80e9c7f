/** Form fields, each with its label, a hint, and its problem next to it. */
import { useId, type ComponentProps, type ReactNode } from 'react';

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
}

interface Control {
  readonly id: string;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** A label and a hint around any control; the control gets the attributes that it is passed. */
export function Field({
  label,
  hint,
  problem,
  children,
}: FieldProps & { readonly children: (control: Control) => ReactNode }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': problem === undefined ? undefined : true,
        'aria-describedby': describing(id, { hint, problem }),
      })}
      <Notes id={id} hint={hint} problem={problem} />
    </div>
  );
}

type NotesProps = Pick<FieldProps, 'hint' | 'problem'>;

/** The `aria-describedby` of what {@link Notes} of the same id stand beside. */
export function describing(id: string, { hint, problem }: NotesProps): string | undefined {
  const ids = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`];
  return ids.filter(Boolean).join(' ') || undefined;
}

/** A hint and a problem. */
export function Notes({ id, hint, problem }: NotesProps & { readonly id: string }) {
  return (
    <>
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {problem !== undefined && (
        <span className="problem" id={`${id}-problem`}>
          {problem}
        </span>
      )}
    </>
  );
}

/** The attributes of a control, whose value is a text. */
type Props<Element extends 'input' | 'textarea' | 'select'> = FieldProps &
  Omit<ComponentProps<Element>, 'id' | 'value' | 'onChange' | 'children'> & {
    readonly value: string;
    readonly onValue: (value: string) => void;
  };

export type TextFieldProps = Props<'input'>;

export function TextField({ label, hint, problem, type = 'text', onValue, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <input
          {...rest}
          {...control}
          type={type}
          onChange={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </Field>
  );
}

export interface TextAreaProps extends Props<'textarea'> {
  /** Shown in a monospaced font, without spell checking. */
  readonly code?: boolean;
}

export function TextArea({ label, hint, problem, onValue, code, rows = 6, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          rows={rows}
          {...(code && { className: 'code', spellCheck: false })}
          onChange={({ currentTarget }) => onValue(currentTarget.value)}
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

export interface SelectFieldProps extends Props<'select'> {
  readonly options: readonly Option[];
}

/** The browser's own choice, which on a phone is better than any drawn one. */
export function SelectField({ label, hint, problem, onValue, options, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <select {...rest} {...control} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
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

interface FileFieldProps extends FieldProps {
  /** Which kinds of files are offered. */
  readonly accept: string;
  readonly onFile: (file: File | undefined) => void;
}

export function FileField({ label, hint, problem, accept, onFile }: FileFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <input
          {...control}
          type="file"
          accept={accept}
          onChange={({ currentTarget }) => onFile(currentTarget.files?.[0])}
        />
      )}
    </Field>
  );
}
