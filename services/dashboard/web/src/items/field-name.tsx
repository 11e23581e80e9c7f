/** A field for the name of a field of leads, which offers those of the tenant that match what is typed. */
import { useId, useState } from 'react';
import { TextField, type TextFieldProps } from '../components/field.js';
import { useFound } from '../frame/picks.js';

export function FieldName({ tenantId, ...props }: TextFieldProps & { readonly tenantId: string }) {
  const listId = useId();
  // A form has many of them, and nobody needs the names before writing in one.
  const [isUsed, setIsUsed] = useState(false);
  const found = useFound('items/fieldLibrary', tenantId, isUsed ? props.value : undefined);
  return (
    <>
      <TextField {...props} list={listId} onFocus={() => setIsUsed(true)} />
      <datalist id={listId}>
        {found?.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  );
}
