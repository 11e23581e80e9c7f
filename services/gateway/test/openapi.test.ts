/**
 * The OpenAPI descriptions, checked by a linter and against the promises to integrators: the interface's, which a running
 * gateway serves, and the operations', which the dashboard serves.
 */
import {
  adminEndpoints,
  adminStreams,
  endpoints,
  errors,
  TENANT_SCHEMA_PATH,
  tenantFileJsonSchema,
  type ErrorCode,
} from '@sluice/contracts';
import { describeOperations } from '@sluice/http';
import { release } from '@sluice/process';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openGateway } from './gateway.js';

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
interface Reported {
  readonly description?: string;
  readonly required?: boolean;
}
interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Reported & { readonly in: string; readonly name: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly headers: Readonly<Record<string, Reported>>;
        readonly content: Readonly<Record<string, Media>>;
      }
    >
  >;
}
interface Description {
  readonly security: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: unknown;
  };
}
/** As served: responses and headers may be named components. */
interface Served extends Omit<Description, 'components'> {
  readonly components: Description['components'] & {
    readonly responses: Readonly<Record<string, Operation['responses'][string]>>;
    readonly headers: Readonly<Record<string, Reported>>;
  };
}

const json = 'application/json';
let answered: Served;
let served: Description;
let operations: Description;
let tenantSchema: unknown;
const declared = [...adminEndpoints, ...adminStreams];
beforeAll(async () => {
  const world = await openGateway();
  answered = (await (await fetch(`${world.url}/openapi.json`)).json()) as Served;
  served = withResponses(answered);
  operations = withResponses(describeOperations(declared) as Served);
  tenantSchema = await (await fetch(`${world.url}${TENANT_SCHEMA_PATH}`)).json();
  await world.close();
}, 60_000);

it('both documents name the release', () => {
  for (const document of [served, operations]) expect(document).toMatchObject({ info: { version: release } });
});

it('the schema of a tenant file is served beside the description, to whoever asks', () => {
  expect(tenantSchema).toEqual(JSON.parse(JSON.stringify(tenantFileJsonSchema())));
});

/** The description with the responses and their headers in the places that refer to them. */
function withResponses(described: Served): Description {
  const copy = structuredClone(described);
  const { responses, headers } = copy.components;
  const used = <T extends object>(
    one: T | { readonly $ref: string },
    components: Readonly<Record<string, T>>,
  ): T => ('$ref' in one ? components[one.$ref.split('/').at(-1)!]! : one);
  const inPlace = <T extends object>(all: Readonly<Record<string, T>>, from: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(all).map(([name, one]) => [name, used(one, from)]));
  for (const operation of Object.values(copy.paths).flatMap((methods) => Object.values(methods))) {
    const filled = Object.entries(inPlace(operation.responses, responses)).map(([status, response]) => [
      status,
      { ...response, headers: inPlace(response.headers, headers) },
    ]);
    Object.assign(operation, { responses: Object.fromEntries(filled) as Operation['responses'] });
  }
  return copy;
}

const described = endpoints.map((endpoint) => ({
  endpoint,
  operation: () => served.paths[endpoint.path]![endpoint.method.toLowerCase()]!,
}));
const adminDescribed = declared.map((endpoint) => ({
  endpoint,
  operation: () => operations.paths[endpoint.path]![endpoint.method.toLowerCase()]!,
}));

describe('the linter of the OpenAPI description', () => {
  it('finds no problem', async () => {
    expect(await lint(answered)).toEqual([]);
    // The paths of a tenant's settings are mounted before those of any section.
    expect(await lint(describeOperations(declared))).toEqual([
      expect.stringMatching(/^no-ambiguous-paths: .*items\/tenant\/\{id\}/),
    ]);
  }, 60_000);

  it('finds an example that its schema does not allow', async () => {
    const wrong = structuredClone(answered) as { paths: Record<string, Record<string, Operation>> };
    const media = wrong.paths['/api/v1/leads/submit']!['post']!.requestBody!.content[json]!;
    Object.assign(media.example as object, { email: 7 });
    expect(await lint(wrong)).toEqual([expect.stringMatching(/^no-invalid-media-type-examples: .*string/)]);
  }, 60_000);
});

describe('the OpenAPI description', () => {
  it.each([
    ['the interface', () => served, endpoints],
    ['the operations', () => operations, declared],
  ])('contains the endpoints of %s and no others', (_, description, all) => {
    const reported = Object.entries(description().paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [method, path, operationId]),
    );
    const offered = all.map(({ method, path, operationId }) => [method.toLowerCase(), path, operationId]);
    expect(reported.sort()).toEqual(offered.sort());
  });

  it("requires the tenant's API key everywhere", () => {
    expect(served.security).toEqual([{ apiKey: [] }]);
    expect(served.components.securitySchemes).toMatchObject({
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    });
    for (const { operation } of described) expect(operation()).not.toHaveProperty('security');
  });

  it('requires an admin key for every operation of the admin API', () => {
    expect(operations.security).toEqual([{ adminKey: [] }]);
    expect(operations.components.securitySchemes).toMatchObject({
      adminKey: { type: 'apiKey', in: 'header', name: 'X-Admin-Key' },
    });
    for (const { operation } of adminDescribed) expect(operation()).not.toHaveProperty('security');
  });

  it('describes every parameter, field and header', () => {
    const silent: string[] = [];
    // A schema that is referred to is described where it is defined.
    const schemas = { ...operations.components.schemas, ...served.components.schemas };
    const wordsOf = ({ description, $ref }: Reported & Schema): string | undefined =>
      description ?? schemas[$ref?.split('/').at(-1) ?? '']?.description;
    const hear = (at: string, reported: Reported & Schema) => {
      if (!wordsOf(reported)?.trim()) silent.push(at);
    };
    for (const [name, schema] of Object.entries(schemas)) {
      for (const [path, field] of fieldsOf(schema, name)) hear(path, field);
    }
    for (const { operation } of [...described, ...adminDescribed]) {
      const { operationId, parameters, requestBody, responses } = operation();
      for (const parameter of parameters ?? []) hear(`${operationId} ${parameter.name}`, parameter);
      const bodies = [requestBody, ...Object.values(responses)].filter((one) => one !== undefined);
      for (const { content } of bodies) {
        for (const { schema } of Object.values(content)) {
          for (const [path, field] of fieldsOf(schema, operationId)) hear(path, field);
        }
      }
      for (const [status, { headers }] of Object.entries(responses)) {
        for (const [name, header] of Object.entries(headers))
          hear(`${operationId} ${status} ${name}`, header);
      }
    }
    expect(silent).toEqual([]);
  });

  it.each(
    [...described, ...adminDescribed].map(
      ({ endpoint, operation }) => [endpoint.operationId, endpoint, operation] as const,
    ),
  )('has for %s an example of each error under its status', (_, endpoint, operation) => {
    const reported = Object.entries(operation().responses).flatMap(([status, { content }]) =>
      Object.entries(content[json]?.examples ?? {}).map(([code, { value }]) => {
        expect(value).toMatchObject({ success: false, error: { code } });
        return `${status} ${code}`;
      }),
    );
    const codes: readonly ErrorCode[] = endpoint.errors;
    const due = codes.map((code) => `${errors[code].status} ${code}`);
    if (codes.includes('IDEMPOTENCY_CONFLICT')) due.push('422 IDEMPOTENCY_CONFLICT');
    expect(reported.sort()).toEqual(due.sort());
  });

  it('has an example of every body and of every success', () => {
    for (const { endpoint, operation } of described) {
      const { requestBody, responses } = operation();
      if ('body' in endpoint) expect(requestBody!.content[json]!.example).toEqual(endpoint.examples.body);
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      expect(successes.length).toBeGreaterThan(0);
      for (const [, { content }] of successes) {
        expect(content[json]!.example).toMatchObject({ success: true });
      }
    }
  });

  it('describes the headers of a request', () => {
    for (const { endpoint, operation } of described) {
      const headers = (operation().parameters ?? []).filter((parameter) => parameter.in === 'header');
      const due = [
        'X-Request-Id',
        ...(endpoint.idempotent ? ['Idempotency-Key'] : []),
        ...('waits' in endpoint ? ['Prefer'] : []),
      ];
      expect(headers.map(({ name }) => name).sort()).toEqual(due.sort());
      for (const { required } of headers) expect(required ?? false).toBe(false);
    }
    expect(endpoints.some(({ idempotent }) => idempotent)).toBe(true);
  });

  it('describes the headers of a response: request id, rate limit, Retry-After and replay', () => {
    for (const { endpoint, operation } of described) {
      for (const [status, { headers, content }] of Object.entries(operation().responses)) {
        const conflict = status === '409' && 'IDEMPOTENCY_CONFLICT' in (content[json]?.examples ?? {});
        const due = [
          'RateLimit',
          'RateLimit-Policy',
          'X-Request-Id',
          ...(['429', '503'].includes(status) || conflict ? ['Retry-After'] : []),
          ...(endpoint.idempotent && status.startsWith('2') ? ['Idempotent-Replayed'] : []),
          ...('waits' in endpoint && status.startsWith('2') ? ['Preference-Applied'] : []),
        ];
        expect([status, Object.keys(headers).sort()]).toEqual([status, due.sort()]);
        expect(headers['X-Request-Id']).toMatchObject({ required: true });
      }
    }
  });
});

/**
 * Every field below a schema with its path. A schema that is referred to is described where it is used, or as a whole.
 */
function* fieldsOf(schema: Schema, path: string): Generator<readonly [string, Reported]> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const at = `${path}.${name}`;
    yield [at, field];
    yield* fieldsOf(field, at);
  }
  const { items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  for (const one of [...anyOf, ...oneOf, ...allOf]) yield* fieldsOf(one, path);
  if (items) yield* fieldsOf(items, `${path}[]`);
  if (typeof additionalProperties === 'object') yield* fieldsOf(additionalProperties, `${path}.*`);
}

/** The linter's findings, one line for each problem, warnings included. */
async function lint(description: object): Promise<string[]> {
  const here = dirname(fileURLToPath(import.meta.url));
  const require = createRequire(import.meta.url);
  const linter = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js');
  const folder = await mkdtemp(join(tmpdir(), 'sluice-openapi-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(description));
  const config = join(here, 'openapi/redocly.yaml');
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [linter, 'lint', file, `--config=${config}`, '--format=json', '--max-problems=1000'],
      {
        cwd: folder,
        maxBuffer: 2 ** 26,
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          REDOCLY_TELEMETRY: 'off',
          REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        },
      },
      // With problems the linter exits non-zero but still prints them; if it prints nothing, parsing fails.
      (_error, stdout) => resolve(stdout),
    );
  });
  await rm(folder, { recursive: true });
  const { problems } = JSON.parse(output) as { problems: { ruleId: string; message: string }[] };
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}
