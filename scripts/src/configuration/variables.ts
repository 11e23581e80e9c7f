/**
 * Every variable that a service reads, from the services' schemas: default, bounds, meaning, and the services that read
 * it.
 */
import { z } from 'zod';
import { serviceModules } from '@sluice/sluice';

const propertySchema = z.looseObject({
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  description: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  enum: z.array(z.string()).optional(),
});

/** A variable as one service reads it. */
export interface Reading {
  readonly service: string;
  /** Undefined if there is no default. */
  readonly usual: string | undefined;
  readonly isRequired: boolean;
}

/** A variable with all services that read it. */
export interface Variable {
  readonly name: string;
  readonly meaning: string;
  /** E.g. `1 to 1000`, or the permitted words; empty for any text. */
  readonly bounds: string;
  readonly readings: readonly Reading[];
}

/** Every variable, in the order in which the services, as a lead passes them, first read it. */
export async function readVariables(): Promise<readonly Variable[]> {
  const found = new Map<string, Variable>();
  for (const [service, { config }] of Object.entries(serviceModules)) {
    const { configShape } = await config();
    const { properties = {}, required = [] } = z.toJSONSchema(z.object(configShape as z.ZodRawShape), {
      io: 'input',
      unrepresentable: 'any',
    });
    for (const [name, described] of Object.entries(properties)) {
      const property = propertySchema.parse(described);
      const usual = property.default === undefined ? undefined : String(property.default);
      const reading = { service, usual, isRequired: required.includes(name) };
      const known = found.get(name);
      found.set(name, {
        name,
        meaning: property.description ?? '',
        bounds: boundsOf(property),
        readings: [...(known?.readings ?? []), reading],
      });
    }
  }
  return [...found.values()];
}

/** The number of services, so that `every service` can be written. */
export const servicesCount = Object.keys(serviceModules).length;

function boundsOf({ minimum, maximum, enum: words }: z.infer<typeof propertySchema>): string {
  if (words) return words.join(', ');
  if (minimum === undefined || maximum === undefined) return '';
  return `${minimum} to ${maximum}`;
}
