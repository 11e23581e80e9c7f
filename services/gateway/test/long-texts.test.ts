/** Sixty thousand characters of everything in every field: taken or refused, but never at the cost of those who wait. */
import { endpoints } from '@sluice/contracts';
import { z } from 'zod';
import { aLead, startWorld, type OperationId, type World } from './world.js';

let world: World;
let leadId: string;
beforeAll(async () => {
  world = await startWorld();
  leadId = (await world.call('createLead', { body: aLead() })).data.leadId;
});
afterAll(() => world.close());

const LENGTH = 60_000;

const runs = {
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
interface Field {
  readonly place: Place;
  readonly maxLength: number;
}

/** Every place of a body at which a text may stand; of an open object, one entry of any name. */
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

const bodyOf = (operationId: OperationId): unknown => {
  const { examples } = endpoints.find((one) => one.operationId === operationId)!;
  const example = (examples as { readonly body?: Record<string, unknown> }).body ?? {};
  const ours = { clientId: 'cli_alpha', offerId: 'off_alpha', leadId, leadIds: [leadId] };
  const named = Object.entries(ours).filter(([field]) => field in example);
  return { ...example, ...(operationId === 'submitLead' && aLead()), ...Object.fromEntries(named) };
};

/** Processor time of one request, client and gateway together: what else the machine does is no matter. */
async function spentMs(ask: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await ask();
  const { user } = process.cpuUsage(before);
  return user / 1_000;
}

// A measurement may meet a collection of garbage or the compiler; what is not linear takes seconds each time.
async function expectQuick(ask: () => Promise<unknown>): Promise<void> {
  let least = await spentMs(ask);
  for (let more = 0; least >= 100 && more < 12; more += 1) least = Math.min(least, await spentMs(ask));
  expect(least).toBeLessThan(100);
}

const asked = endpoints.flatMap((endpoint) => {
  // The wait for a platform that nobody stands in for here would only make this slow.
  if (!('body' in endpoint) || endpoint.operationId === 'firePixel') return [];
  const schema = z.toJSONSchema(endpoint.body, { io: 'output', unrepresentable: 'any' }) as Schema;
  return [[endpoint.operationId, textFields(schema, schema.$defs ?? {})] as const];
});

it.each(asked)(
  'no text in any field of %s takes 100 ms, neither one that is too long nor one that is just not',
  async (operationId, fields) => {
    for (const { place, maxLength } of fields) {
      for (const [index, run] of Object.values(runs).entries()) {
        // Of what is refused for its length alone every second kind is enough.
        const lengths = new Set(index % 2 === 0 ? [maxLength, LENGTH] : [maxLength]);
        for (const length of lengths) {
          const text = run.repeat(Math.ceil(length / run.length)).slice(0, length);
          const body = put(bodyOf(operationId), place, text);
          await expectQuick(() => world.call(operationId, { params: { leadId }, body }));
        }
      }
    }
  },
  600_000,
);

it.each(Object.entries(runs))(
  '60,000 characters of %s are refused as a first name, with the reason',
  async (_name, run) => {
    const firstName = run.repeat(LENGTH).slice(0, LENGTH);
    const { status, error } = await world.call('submitLead', { body: aLead({ firstName }) });
    expect(status).toBe(400);
    expect(error?.details).toEqual(['firstName: must have at most 500 characters']);
  },
);

// Longer ones do not fit into the headers of a request, marks being six characters of an address each.
it.each(Object.entries(runs))('a search for thousands of %s finds nothing, at once', async (_name, run) => {
  const search = run.repeat(2_000).slice(0, 2_000);
  await expectQuick(async () => {
    for (const list of ['listLeads', 'listClients', 'listFields'] as const) {
      const { status, data } = await world.call(list, { query: { search } });
      expect(status).toBe(200);
      const found = Object.values(data).find((part) => Array.isArray(part));
      expect(found).toEqual([]);
    }
  });
});

it('a lead with long names is found by a word of them', async () => {
  const name =
    Array.from({ length: 125 }, (_, n) => `a${n % 10}-`)
      .join('')
      .slice(0, 375) +
    ' ' +
    'b'.repeat(120);
  const { data } = await world.call('submitLead', { body: aLead({ firstName: name, lastName: name }) });
  const found = await world.call('listLeads', { query: { search: 'b'.repeat(120) } });
  expect(found.data.leads.map((lead) => lead.leadId)).toEqual([data.leadId]);
});
