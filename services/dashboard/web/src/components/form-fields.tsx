/** Fields of a form, by the name of their value in it. */
import { useController } from 'react-hook-form';
import {
  SelectField,
  TextArea,
  TextField,
  type SelectFieldProps,
  type TextAreaProps,
  type TextFieldProps,
} from './field.js';

type Named<Props> = Omit<Props, 'value' | 'onValue' | 'problem' | 'ref' | 'name'> & { readonly name: string };

export function FormText({ name, ...rest }: Named<TextFieldProps>) {
  return <TextField {...rest} {...useValue(name)} />;
}

export function FormArea({ name, ...rest }: Named<TextAreaProps>) {
  return <TextArea {...rest} {...useValue(name)} />;
}

export function FormSelect({ name, ...rest }: Named<SelectFieldProps>) {
  return <SelectField {...rest} {...useValue(name)} />;
}

function useValue(name: string) {
  const { field, fieldState } = useController<Record<string, string>>({ name });
  const { value, onChange, onBlur, ref } = field;
  return { name, value, onValue: onChange, onBlur, ref, problem: fieldState.error?.message };
}
