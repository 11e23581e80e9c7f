/** The fields of a submit as a table, for people who post leads: read off the schema that checks the body. */
import { z } from 'zod';
import { neededByNewLead } from '../lead-fields/ways.js';
import { submitLeadInputSchema } from '../resources/lead-input.js';

/** A field, and what its values have to be. Lengths count characters. */
export interface PostedField {
  /** Where it stands in the body, e.g. `address.state`. */
  readonly name: string;
  readonly type: string;
  /** Whether a new lead needs it. */
  readonly required: boolean;
  readonly description: string;
  readonly allowed?: readonly string[] | undefined;
  /** The whole value has to match. */
  readonly pattern?: string | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** The part of a JSON schema that is read. */
interface Node extends Pick<PostedField, 'pattern' | 'minLength' | 'maxLength'> {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly anyOf?: readonly Node[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
}

let known: readonly PostedField[] | undefined;

/** Every field of a new lead, in the order of the body; the entries of an object follow it. */
export function postedFields(): readonly PostedField[] {
  known ??= readFields();
  return known;
}

function readFields(): readonly PostedField[] {
  const schema = z.toJSONSchema(submitLeadInputSchema, { io: 'input', unrepresentable: 'any' });
  const shared = (schema.$defs ?? {}) as Readonly<Record<string, Node>>;
  const resolved = ({ $ref, ...node }: Node): Node =>
    $ref === undefined ? node : { ...shared[$ref.replace('#/$defs/', '')], ...node };
  const needed = new Set<string>(['campaignId', ...neededByNewLead]);
  const fieldsOf = (within: string, { properties = {} }: Node): readonly PostedField[] =>
    Object.entries(properties).flatMap(([key, sent]) => {
      const [name, node] = [within + key, resolved(sent)];
      return [rowOf(name, node, needed.has(name)), ...fieldsOf(`${name}.`, node)];
    });
  // Only a tenant's own keys may submit a lead again.
  return fieldsOf('', resolved(schema as Node)).filter(({ name }) => name !== 'leadId');
}

function rowOf(name: string, node: Node, required: boolean): PostedField {
  const { type = 'any', format, description = '', anyOf, pattern, minLength, maxLength } = node;
  return {
    name,
    type: anyOf ? anyOf.map((one) => one.type ?? 'any').join(' or ') : (format ?? type),
    required,
    description,
    allowed: node.enum?.map(String),
    // A format says it better than the pattern that checks it.
    pattern: format === undefined ? pattern : undefined,
    minLength,
    maxLength,
    min: node.minimum,
    max: node.maximum,
  };
}
