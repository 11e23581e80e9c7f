import { endpoints, errors } from '@sluice/contracts';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startWorld, type World } from './world.js';

let world: World;
interface Described {
  readonly example?: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Record<string, Described> };
  readonly responses: Record<string, { readonly content: Record<string, Described> }>;
}
interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, Record<string, never>>;
    readonly securitySchemes: Record<string, unknown>;
  };
}

let document: Document;
beforeAll(async () => {
  world = await startWorld();
  document = (await (await fetch(`${world.url}/openapi.json`)).json()) as Document;
});
afterAll(() => world.close());

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

describe('/openapi.json', () => {
  it('describes every endpoint, each with its errors, its key and an example', () => {
    for (const endpoint of endpoints) {
      const operation = document.paths[endpoint.path]![endpoint.method.toLowerCase()]!;
      expect(operation.operationId).toBe(endpoint.operationId);
      const statuses = new Set(endpoint.errors.map((code) => String(errors[code].status)));
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining([String(endpoint.successStatus), ...statuses]),
      );
      const content = operation.responses[endpoint.successStatus]!.content['application/json']!;
      expect(content.example).toMatchObject({ success: true });
      if ('body' in endpoint)
        expect(operation.requestBody?.content['application/json']?.example).toBeDefined();
    }
    expect(document.components.securitySchemes['apiKey']).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
    });
  });

  it('describes every field of every body and answer', () => {
    const undescribed: string[] = [];
    const visit = (schema: Record<string, never>, path: string): void => {
      for (const [name, field] of Object.entries<Record<string, never>>(schema['properties'] ?? {})) {
        if (!('description' in field) && !('$ref' in field)) undescribed.push(`${path}.${name}`);
        visit(field, `${path}.${name}`);
      }
      if (schema['items']) visit(schema['items'], `${path}[]`);
    };
    for (const [name, schema] of Object.entries(document.components.schemas)) visit(schema, name);
    expect(undescribed).toEqual([]);
  });

  it('passes a linter without errors', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-openapi-'));
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    const run = promisify(execFile)(
      process.execPath,
      [
        join(root, 'node_modules/@redocly/cli/bin/cli.js'),
        'lint',
        file,
        '--extends=recommended',
        '--format=json',
      ],
      {
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        cwd: folder,
      },
    );
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    await rm(folder, { recursive: true });
    const report = JSON.parse(stdout) as {
      totals: { errors: number };
      problems: { severity: string; message: string }[];
    };
    expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(report.totals.errors).toBe(0);
  });
});

describe('/docs', () => {
  it('is a page that loads only what the gateway itself serves', async () => {
    const page = await fetch(`${world.url}/docs`);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, address]) => new URL(address!, page.url),
    );
    expect(assets.length).toBeGreaterThan(3);
    for (const asset of assets) {
      expect(asset.origin).toBe(world.url);
      expect((await fetch(asset)).status).toBe(200);
    }
  });
});
