/** The fields of a declared schema, as a command's options and arguments are made from them. */
import { z } from 'zod';

/** A field of a query, a body or a path. */
export interface DeclaredField {
  readonly name: string;
  /** What it is, as the declaration says it. */
  readonly description: string;
  readonly isRequired: boolean;
  readonly isFlag: boolean;
  readonly isList: boolean;
  /** The values that it may have, if they are few and known. */
  readonly choices?: readonly string[] | undefined;
}

/** The fields of an object's schema, in their order; none of another schema, or of no schema. */
export function declaredFields(schema: z.ZodType | undefined): readonly DeclaredField[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>).map(([name, field]) => {
    const inner = within(field);
    return {
      name,
      description: field.description ?? inner.description ?? '',
      isRequired: inner === field,
      isFlag: inner instanceof z.ZodBoolean,
      isList: inner instanceof z.ZodArray,
      choices: inner instanceof z.ZodEnum ? inner.options.map(String) : undefined,
    };
  });
}

function within(schema: z.ZodType): z.ZodType {
  const wraps = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  return wraps ? within(schema.unwrap() as z.ZodType) : schema;
}
