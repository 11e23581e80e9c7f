/** Fields that pick items of a section. */
import { SelectField } from '../components/field.js';
import { Pick } from '../frame/picks.js';
import { labelled, Text, textOf, type ValueFieldProps } from './fields.js';

/** Picks items of a section by name. */
export function PickItem(props: ValueFieldProps) {
  const { hint, problem, value, onValue, look, tenantId, required, readOnly } = props;
  const values = (Array.isArray(value) ? value : [value]).map(textOf).filter((each) => each !== '');
  if (readOnly) return <Text {...props} value={values.join(', ')} />;
  return (
    <Pick
      of={`items/${look.of ?? ''}`}
      tenantId={tenantId}
      label={labelled(props)}
      hint={hint}
      problem={problem}
      none={required ? 'Search by name' : 'None'}
      required={required}
      many={look.many}
      values={values}
      onValues={(next) => onValue(look.many ? (next.length === 0 ? undefined : next) : next[0])}
    />
  );
}

/** All items of a section, or only those that are picked: an empty list is none of them. */
export function AllOrThese(props: ValueFieldProps) {
  const { label, value, onValue, readOnly } = props;
  const these = Array.isArray(value) ? value : undefined;
  return (
    <>
      <SelectField
        label={label}
        disabled={readOnly}
        value={these ? 'these' : 'all'}
        onValue={(chosen) => onValue(chosen === 'all' ? undefined : [])}
        options={[
          { value: 'all', label: `All ${label.toLowerCase()}` },
          { value: 'these', label: 'Only these' },
        ]}
      />
      {these && (
        <PickItem
          {...props}
          label={`Only these ${label.toLowerCase()}`}
          onValue={(next) => onValue(next ?? [])}
        />
      )}
    </>
  );
}
