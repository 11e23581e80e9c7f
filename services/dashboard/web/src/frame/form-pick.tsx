/** A field of a form that picks a campaign, a client, an offer or a supplier, by the name of its value in the form. */
import { useController } from 'react-hook-form';
import { Pick, valuesOf, type PickProps } from './picks.js';

export function FormPick({
  name,
  ...props
}: PickProps & { readonly name: string; readonly tenantId: string }) {
  const { field, fieldState } = useController<Record<string, string>>({ name });
  return (
    <Pick
      {...props}
      problem={fieldState.error?.message}
      values={valuesOf(field.value)}
      onValues={(values) => field.onChange(values.join())}
    />
  );
}
