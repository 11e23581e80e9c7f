/** A filter that is one of a few values, kept in the page's address. */
import { useAddress } from '../api/use-address.js';
import { SelectField, type Option } from './field.js';

interface ChoiceProps {
  /** Its name in the page's address. */
  readonly name: string;
  readonly label: string;
  /** The label for no choice. */
  readonly any: string;
  readonly options: readonly Option[];
}

export function Choice({ name, label, any, options }: ChoiceProps) {
  const [address, change] = useAddress();
  return (
    <SelectField
      label={label}
      value={address[name] ?? ''}
      onValue={(value) => change({ [name]: value })}
      options={[{ value: '', label: any }, ...options]}
    />
  );
}

/** Values that are their own labels, with spaces for underscores. */
export function optionsOf(values: readonly string[]): readonly Option[] {
  return values.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
