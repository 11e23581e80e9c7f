/**
 * Fields of an item by its JSON Schema. The library reads the schema, walks through objects and lists and keeps what it does
 * not know; how each looks is ours, and it validates nothing, because the server has the last word.
 */
import Form from '@rjsf/core/lib/components/Form.js';
import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  FieldProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RJSFSchema,
  ValidatorType,
} from '@rjsf/utils';
import { createContext, useContext, type ComponentType } from 'react';
import { Button } from '../components/button.js';
import { Conditions } from './conditions.js';
import * as fields from './fields.js';
import { Hours } from './hours.js';
import { AllOrThese, PickItem } from './pick-item.js';
import { useProblem } from './problems.js';
import { Pairs, Switches } from './rows.js';
import type { Look } from './looks.js';
import type { Node } from './schema.js';
import { isObject, nameOfPath, valueAt, withValueAt, type Item } from './values.js';
import { Whole } from './whole.js';

interface Around {
  readonly tenantId: string;
  readonly readOnly: boolean;
  /** The field that names a saved item, which stays as it is. */
  readonly fixed: string | undefined;
  readonly item: Item;
  readonly onItem: (item: Item) => void;
}

const InForm = createContext<Around>({
  ...{ tenantId: '', readOnly: true, fixed: undefined },
  ...{ item: {}, onItem: () => undefined },
});

/** The fields by the `format` that `schema.ts` gives them. */
const byFormat: Readonly<Record<string, ComponentType<fields.ValueFieldProps>>> = {
  text: fields.Text,
  'long-text': fields.LongText,
  date: fields.DateField,
  number: fields.NumberField,
  'yes-no': fields.YesNo,
  choice: fields.Choice,
  some: fields.Some,
  lines: fields.Lines,
  scalar: fields.Scalar,
  source: fields.Source,
  pairs: Pairs,
  switches: Switches,
  secret: fields.Secret,
  zone: fields.Zone,
  pick: PickItem,
  'all-or-these': AllOrThese,
  conditions: Conditions,
  hours: Hours,
};

function Leaf({ schema, fieldPathId, formData, onChange, required }: FieldProps) {
  const { tenantId, readOnly, fixed } = useContext(InForm);
  const name = nameOfPath(fieldPathId.path);
  const problem = useProblem(name);
  const Shown = byFormat[schema.format ?? ''] ?? fields.Text;
  return (
    <Shown
      label={schema.title ?? name}
      hint={schema.description || undefined}
      problem={problem}
      required={required === true}
      readOnly={readOnly || name === fixed}
      value={formData}
      onValue={(value) => onChange(value, fieldPathId.path)}
      node={schema['x-node'] as Node}
      look={schema['x-look'] as Look}
      name={name}
      tenantId={tenantId}
    />
  );
}

const FieldTemplate = ({ children }: FieldTemplateProps) => children;

function ObjectTemplate({ title, schema, fieldPathId, properties, required }: ObjectFieldTemplateProps) {
  const { item, onItem, readOnly } = useContext(InForm);
  const { path } = fieldPathId;
  const problem = useProblem(nameOfPath(path));
  // An entry of a list has its name, its problem and its end around it.
  const isEntry = typeof path.at(-1) === 'number';
  const isOptional = !isEntry && !required;
  const value = valueAt(item, path);
  const content = (
    <Whole value={{ value, isOptional }}>
      <div className="fields">{properties.map((property) => property.content)}</div>
    </Whole>
  );
  if (path.length === 0 || schema['x-flat'] === true || isEntry) return content;
  return (
    <div className="whole-row">
      <fields.Group label={title} hint={schema.description || undefined} problem={problem}>
        {content}
        {/* Emptied fields are those by default, which is another thing than none of it. */}
        {isOptional && isObject(value) && !readOnly && (
          <div>
            <Button
              small
              label={`Remove ${title}`}
              onClick={() => onItem(withValueAt(item, path, undefined))}
            >
              Remove
            </Button>
          </div>
        )}
      </fields.Group>
    </div>
  );
}

function ListTemplate({ title, schema, fieldPathId, items, onAddClick }: ArrayFieldTemplateProps) {
  const { readOnly } = useContext(InForm);
  const problem = useProblem(nameOfPath(fieldPathId.path));
  return (
    <div className="whole-row">
      <fields.Group label={title} hint={schema.description || undefined} problem={problem}>
        {items.length === 0 && <span className="quiet">None.</span>}
        {items}
        {!readOnly && (
          <div>
            <Button small onClick={onAddClick}>
              Add to {title.charAt(0).toLowerCase() + title.slice(1)}
            </Button>
          </div>
        )}
      </fields.Group>
    </div>
  );
}

function EntryTemplate({ children, buttonsProps, index, schema }: ArrayFieldItemTemplateProps) {
  const { readOnly } = useContext(InForm);
  const { onRemoveItem, onMoveUpItem, onMoveDownItem, hasMoveUp, hasMoveDown, fieldPathId } = buttonsProps;
  const problem = useProblem(nameOfPath(fieldPathId.path));
  const title = `${schema.title ?? ''} ${index + 1}`;
  return (
    <fields.Group className="part entry" label={title} hint={undefined} problem={problem}>
      {children}
      {!readOnly && (
        <div className="row">
          <Button small label={`Remove ${title}`} onClick={onRemoveItem}>
            Remove
          </Button>
          {hasMoveUp && (
            <Button small label={`Move ${title} up`} onClick={onMoveUpItem}>
              Up
            </Button>
          )}
          {hasMoveDown && (
            <Button small label={`Move ${title} down`} onClick={onMoveDownItem}>
              Down
            </Button>
          )}
        </div>
      )}
    </fields.Group>
  );
}

const validator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({ errors: [] }),
};
const templates = {
  FieldTemplate,
  ObjectFieldTemplate: ObjectTemplate,
  ArrayFieldTemplate: ListTemplate,
  ArrayFieldItemTemplate: EntryTemplate,
};
const leaves = { StringField: Leaf };
// What nobody typed is the server's to fill in.
const noDefaults = {
  emptyObjectFields: 'skipDefaults',
  arrayMinItems: { populate: 'never' },
  allOf: 'skipDefaults',
  requiredBooleanDefault: 'skip',
} as const;

interface FormPartProps extends Around {
  readonly schema: RJSFSchema;
}

export function FormPart({ schema, ...around }: FormPartProps) {
  const { item, onItem } = around;
  return (
    <InForm value={around}>
      <Form
        // It belongs to the form around it.
        tagName="div"
        schema={schema}
        validator={validator}
        formData={item}
        onChange={({ formData }: { formData?: unknown }) => isObject(formData) && onItem(formData)}
        fields={leaves}
        templates={templates}
        experimental_defaultFormStateBehavior={noDefaults}
        noHtml5Validate
        noValidate
        showErrorList={false}
      >
        <></>
      </Form>
    </InForm>
  );
}
