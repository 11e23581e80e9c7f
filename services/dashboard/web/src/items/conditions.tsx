/** Conditions, built by choosing field, operator and value; beside them the sentence that they make. */
import { operatorWords, type OperatorName } from '@sluice/contracts/words';
import { useContext, useRef } from 'react';
import { Button } from '../components/button.js';
import { SelectField } from '../components/field.js';
import { together } from '../components/submit.js';
import { FieldName } from './field-name.js';
import { Group, Lines, textOf, type ValueFieldProps } from './fields.js';
import { PickItem } from './pick-item.js';
import { useProblem } from './problems.js';
import { isObject, valueAt, type Item } from './values.js';
import { Whole } from './whole.js';

const listOf = (value: unknown): readonly Item[] => (Array.isArray(value) ? value.filter(isObject) : []);
const replaced = (list: readonly Item[], index: number, next: Item) =>
  list.map((each, at) => (at === index ? next : each));
const without = (list: readonly Item[], index: number) => list.filter((_, at) => at !== index);

/** The sets of conditions of a group. */
export function Conditions(props: ValueFieldProps) {
  const { label, hint, problem, value, onValue, readOnly, name } = props;
  const sets = listOf(value);
  const group = useContext(Whole);
  const none =
    group.isOptional && group.value === undefined
      ? 'No condition: every lead matches.'
      : 'No condition yet: nothing matches.';
  return (
    <Group label={label} hint={hint} problem={problem}>
      <p className="sentence" role="status">
        {inWords(sets, valueAt(group.value, ['logicalOperator'])) || none}
      </p>
      {sets.map((set, index) => (
        <OneSet
          key={index}
          {...props}
          name={`${name}.${index}`}
          set={set}
          onSet={(next) => onValue(replaced(sets, index, next))}
          onRemove={() => onValue(without(sets, index))}
          ordinal={sets.length > 1 ? ` ${index + 1}` : ''}
        />
      ))}
      {!readOnly && (
        <Button
          small
          onClick={() => onValue([...sets, { logicalOperator: 'AND', conditions: [newCondition] }])}
        >
          {sets.length === 0 ? 'Add a condition' : 'Add another set of conditions'}
        </Button>
      )}
    </Group>
  );
}

const newCondition = { field: '', operator: 'equals' };

interface SetProps extends ValueFieldProps {
  readonly set: Item;
  readonly onSet: (next: Item) => void;
  readonly onRemove: () => void;
  readonly ordinal: string;
}

function OneSet({ set, onSet, onRemove, ordinal, ...props }: SetProps) {
  const { readOnly, name } = props;
  const conditions = listOf(set['conditions']);
  const put = (next: readonly Item[]) =>
    next.length === 0 ? onRemove() : onSet({ ...set, conditions: next });
  return (
    <div className="part">
      {(conditions.length > 1 || ordinal !== '') && (
        <SelectField
          label={`Set${ordinal} holds if`}
          disabled={readOnly}
          value={set['logicalOperator'] === 'OR' ? 'OR' : 'AND'}
          onValue={(logicalOperator) => onSet({ ...set, logicalOperator })}
          options={[
            { value: 'AND', label: 'all of them do' },
            { value: 'OR', label: 'one of them does' },
          ]}
        />
      )}
      {conditions.map((condition, index) => (
        <OneCondition
          key={index}
          {...props}
          name={`${name}.conditions.${index}`}
          condition={condition}
          onCondition={(next) => put(replaced(conditions, index, next))}
          onRemove={() => put(without(conditions, index))}
        />
      ))}
      {!readOnly && (
        <Button small onClick={() => put([...conditions, newCondition])}>
          Add a condition{ordinal && ` to set${ordinal}`}
        </Button>
      )}
    </div>
  );
}

interface ConditionProps extends ValueFieldProps {
  readonly condition: Item;
  readonly onCondition: (next: Item) => void;
  readonly onRemove: () => void;
}

function OneCondition({ condition, onCondition, onRemove, ...props }: ConditionProps) {
  const { name, readOnly, tenantId } = props;
  const { field, operator, value, valueSetId } = condition;
  const takes = takesOf(operator);
  const problem = useProblem(name);
  const ofField = useProblem(`${name}.field`);
  const ofOperator = useProblem(`${name}.operator`);
  const ofValue = useProblem(`${name}.value`);
  const ofSet = useProblem(`${name}.valueSetId`);
  const set = (changes: Item) => onCondition({ ...condition, ...changes });
  const lastTaken = useLastTaken(condition);
  const common = { ...props, required: false, hint: undefined };
  return (
    <div className="condition">
      <div className="fields">
        <FieldName
          tenantId={tenantId}
          label="Field"
          disabled={readOnly}
          problem={together(ofField, problem)}
          value={textOf(field)}
          onValue={(text) => set({ field: text })}
        />
        <SelectField
          label="Operator"
          disabled={readOnly}
          problem={ofOperator}
          value={textOf(operator)}
          onValue={(chosen) => onCondition(withOperator({ ...lastTaken, ...condition }, chosen))}
          options={operatorOptions(textOf(operator))}
        />
        {takes === 'valueSet' && (
          <PickItem
            {...common}
            label="Value set"
            problem={ofSet}
            look={{ of: 'valueSets' }}
            value={valueSetId}
            onValue={(next) => set({ valueSetId: next })}
          />
        )}
        {(takes === 'some' || takes === 'one' || takes === 'pair') && (
          <Lines
            {...common}
            label={takes === 'pair' ? 'From and to' : 'Value'}
            problem={ofValue}
            value={value}
            onValue={(next) => set({ value: next ?? [] })}
          />
        )}
      </div>
      {!readOnly && (
        <Button small onClick={onRemove}>
          Remove the condition{textOf(field) && ` on ${textOf(field)}`}
        </Button>
      )}
    </div>
  );
}

// What the condition was last compared with: an arrow key goes through operators that take nothing, or something else, on
// its way to one that takes it again.
function useLastTaken({ field, value, valueSetId }: Item): Item {
  const last = useRef<Item>({});
  const before = last.current['field'] === field ? last.current : { field };
  last.current = {
    ...before,
    ...(value !== undefined && { value }),
    ...(valueSetId !== undefined && { valueSetId }),
  };
  return last.current;
}

const takesOf = (operator: unknown) => (isKnown(operator) ? operatorWords[operator].takes : 'some');

function isKnown(operator: unknown): operator is OperatorName {
  return typeof operator === 'string' && Object.hasOwn(operatorWords, operator);
}

// `equals` and `in` mean the same and read the same, "is": the list has the one that stands there, or else `equals`.
function operatorOptions(chosen: string) {
  const known = Object.entries(operatorWords)
    .filter(([value]) => value !== (chosen === 'in' ? 'equals' : 'in'))
    .map(([value, { words }]) => ({ value, label: words }));
  return isKnown(chosen) ? known : [...known, { value: chosen, label: chosen }];
}

// What the new operator does not take would be refused.
function withOperator({ value, valueSetId, ...condition }: Item, operator: string): Item {
  const takes = takesOf(operator);
  if (takes === 'none') return { ...condition, operator };
  return takes === 'valueSet'
    ? { ...condition, operator, valueSetId }
    : { ...condition, operator, value: value ?? [] };
}

/** Sets of conditions as a sentence: "(state is CA or NV and injury is yes) or (age is less than 18)". */
function inWords(sets: readonly Item[], joinedBy: unknown): string {
  const parts = sets.map((set) =>
    listOf(set['conditions']).map(oneInWords).join(joining(set['logicalOperator'])),
  );
  return parts.length > 1 ? parts.map((part) => `(${part})`).join(joining(joinedBy)) : parts.join('');
}

const joining = (operator: unknown): string => (operator === 'OR' ? ' or ' : ' and ');

function oneInWords({ field, operator, value, valueSetId }: Item): string {
  const words = isKnown(operator) ? operatorWords[operator].words : textOf(operator);
  const takes = takesOf(operator);
  const values = (Array.isArray(value) ? value : []).map((each) => `“${textOf(each)}”`);
  const what = takes === 'valueSet' ? textOf(valueSetId) : values.join(takes === 'pair' ? ' and ' : ' or ');
  return `${textOf(field) || '…'} ${words} ${takes === 'none' ? '' : what || '…'}`.trim();
}
