/** The words of a person in a confirmation. */
import type { Signal } from '@preact/signals';
import { TextArea } from './field.js';

interface NoteFieldProps {
  readonly note: Signal<string>;
  readonly label: string;
  readonly required?: boolean;
}

export function NoteField({ note, label, required }: NoteFieldProps) {
  return (
    <TextArea
      label={label}
      rows={3}
      value={note.value}
      onValue={(typed) => (note.value = typed)}
      {...(required && { required })}
    />
  );
}
