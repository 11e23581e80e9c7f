/** Texts of sixty thousand characters in every text field, and the time that a request with them may take. */
import { endpoints } from '@sluice/contracts';
import { z } from 'zod';
import { aLead, type Gateway, type OperationId } from './gateway.js';

/** The length of the longest texts. */
export const LENGTH = 60_000;

/** The repeated character of a text, by kind. */
export const runs = {
  punctuation: '!',
  spaces: ' ',
  marks: '\u0301',
  digits: '1',
  dots: '.',
  letters: 'a',
  'words and marks': 'a\u0323\u0301- ',
  at: '@',
  hyphens: '-',
};

type Kind = keyof typeof runs;
/** Every kind of text. */
export const kinds = Object.keys(runs) as Kind[];

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly type?: string;
  readonly maxLength?: number;
  readonly $defs?: Readonly<Record<string, Schema>>;
}
type Place = readonly (string | number)[];
/** A place in a body that takes a text. */
export interface Field {
  readonly place: Place;
  readonly maxLength: number;
}

/** Every place in a body that takes a text. An open object counts with one entry of any name. */
function textFields(
  schema: Schema,
  definitions: Readonly<Record<string, Schema>>,
  place: Place = [],
): Field[] {
  const name = schema.$ref?.replace('#/$defs/', '');
  if (name === 'AnyValue') return [{ place, maxLength: LENGTH }];
  if (name !== undefined) return textFields(definitions[name]!, definitions, place);
  if (schema.anyOf) return schema.anyOf.flatMap((each) => textFields(each, definitions, place));
  if (schema.type === 'string') return [{ place, maxLength: Math.min(schema.maxLength ?? 64, LENGTH) }];
  if (schema.type === 'array') return textFields(schema.items ?? {}, definitions, [...place, 0]);
  if (schema.type !== 'object') return [];
  const fields = Object.entries(schema.properties ?? {}).flatMap(([field, each]) =>
    textFields(each, definitions, [...place, field]),
  );
  const { additionalProperties } = schema;
  if (typeof additionalProperties !== 'object') return fields;
  return [...fields, ...textFields(additionalProperties, definitions, [...place, 'anything'])];
}

function put(value: unknown, [step, ...rest]: Place, text: string): unknown {
  if (step === undefined) return text;
  if (typeof step === 'number') return [put(undefined, rest, text)];
  const target = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  return { ...target, [step]: put((target as Record<string, unknown>)[step], rest, text) };
}

const bodyOf = (operationId: OperationId, leadId: string): unknown => {
  const { examples } = endpoints.find((one) => one.operationId === operationId)!;
  const example = (examples as { readonly body?: Record<string, unknown> }).body ?? {};
  const ours = { clientId: 'cli_alpha', offerId: 'off_alpha', leadId, leadIds: [leadId] };
  const named = Object.entries(ours).filter(([field]) => field in example);
  return { ...example, ...(operationId === 'submitLead' && aLead()), ...Object.fromEntries(named) };
};

/**
 * Processor time of one request, client and gateway together. Unlike elapsed time, it does not depend on other load.
 */
async function spentMs(ask: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await ask();
  const { user } = process.cpuUsage(before);
  return user / 1_000;
}

/**
 * Expects a request to take less than 100 ms of processor time. A single measurement may include garbage collection or
 * compilation, so the least of several counts; work that is not linear takes seconds every time.
 */
export async function expectQuick(ask: () => Promise<unknown>): Promise<void> {
  let least = await spentMs(ask);
  for (let more = 0; least >= 100 && more < 12; more += 1) least = Math.min(least, await spentMs(ask));
  expect(least).toBeLessThan(100);
}

/** Each operation with a body, and every place in it that takes a text. */
export const asked = endpoints.flatMap((endpoint) => {
  // firePixel waits for a platform that does not exist here and would only slow the test down.
  if (!('body' in endpoint) || endpoint.operationId === 'firePixel') return [];
  const schema = z.toJSONSchema(endpoint.body, { io: 'output', unrepresentable: 'any' }) as Schema;
  return [[endpoint.operationId, textFields(schema, schema.$defs ?? {})] as const];
});

/** Calls `operationId` with a text of `kind` in one field: once as long as it may be, and once too long. */
export async function expectQuickField(
  world: Gateway,
  leadId: string,
  operationId: OperationId,
  { place, maxLength }: Field,
  kind: Kind,
): Promise<void> {
  const run = runs[kind];
  for (const length of new Set([maxLength, LENGTH])) {
    const text = run.repeat(Math.ceil(length / run.length)).slice(0, length);
    const body = put(bodyOf(operationId, leadId), place, text);
    await expectQuick(() => world.call(operationId, { params: { leadId }, body }));
  }
}
