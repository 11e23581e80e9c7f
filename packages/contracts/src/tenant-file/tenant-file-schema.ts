/** The JSON Schema of a tenant file, for editors and for forms. */
import { z } from 'zod';
import { tenantFileSchema } from './tenant-file.js';

/** Where it is served. */
export const TENANT_SCHEMA_PATH = '/schemas/tenant.json';

/**
 * Describes a tenant file, a key that is none being a problem, as it is when the file is applied. What a schema cannot
 * say, such as a reference to what does not exist, is found then.
 */
export function tenantFileJsonSchema(): object {
  const schema = z.toJSONSchema(tenantFileSchema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.properties) jsonSchema.additionalProperties ??= false;
    },
  });
  return {
    ...schema,
    title: 'Sluice: a tenant file',
    description: 'Everything that is configured for one tenant; `sluice apply` makes it so.',
  };
}
