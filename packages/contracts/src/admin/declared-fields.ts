/** The fields of a declared schema, as a command's options and arguments are made from them. */
import { z } from 'zod';

/** A field of a query, a body or a path. */
export interface DeclaredField {
  readonly name: string;
  /** What it is, as the declaration says it. */
  readonly description: string;
  readonly isRequired: boolean;
  readonly isFlag: boolean;
  readonly isNumber: boolean;
  readonly isList: boolean;
  /** Whether it is an object, or a list of objects, which nobody types. */
  readonly isComposite: boolean;
  /** The values that it may have, if they are few and known. */
  readonly choices?: readonly string[] | undefined;
  /** The values that items of a list may have, also of one that is sent as one text. */
  readonly items?: readonly string[] | undefined;
}

/** The fields of an object's schema, in their order; none of another schema, or of no schema. */
export function declaredFields(schema: z.ZodType | undefined): readonly DeclaredField[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>).map(([name, field]) => {
    const inner = within(field);
    const read = outputOf(inner);
    const item = read instanceof z.ZodArray ? (read.element as z.ZodType) : undefined;
    return {
      name,
      description: field.description ?? inner.description ?? '',
      isRequired: inner === field,
      isFlag: inner instanceof z.ZodBoolean,
      isNumber: inner instanceof z.ZodNumber,
      isList: inner instanceof z.ZodArray,
      isComposite: [read, item].some((one) => one instanceof z.ZodObject || one instanceof z.ZodRecord),
      choices: wordsOf(inner),
      items: wordsOf(item),
    };
  });
}

function within(schema: z.ZodType): z.ZodType {
  const wraps = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  return wraps ? within(schema.unwrap() as z.ZodType) : schema;
}

// What is made of a text that is sent.
function outputOf(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodPipe ? outputOf(schema.out as z.ZodType) : schema;
}

function wordsOf(schema: z.ZodType | undefined): readonly string[] | undefined {
  return schema instanceof z.ZodEnum ? schema.options.map(String) : undefined;
}
