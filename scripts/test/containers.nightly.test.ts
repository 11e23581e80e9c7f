/**
 * The images, really built and run: with each container engine that answers here, on the stores of the test. Podman also
 * plays the Deployments.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot, services } from '@sluice/local';
import {
  eventually,
  freePort,
  testBackends,
  testEncryptionKey,
  writeDemoTenantAtNoon,
  type TestBackends,
} from '@sluice/testing';
import { readManifests } from '../src/manifests/read-manifests.js';
import { buildImage, engine, findEngines, locked, variables, type EngineName } from './container-engine.js';
import { portsOf, toPlay } from './played-deployment.js';

const image = { sluice: 'localhost/sluice:test', sink: 'localhost/sluice-sink:test' };
const READY_WITHIN_MS = 180_000;
/** In seconds; nothing is in progress by then. */
const STOPPED_WITHIN = '60';

const engines = findEngines();
const overlays = readdirSync(join(projectRoot, 'k8s', 'overlays'));
let folder: string;
let backends: TestBackends;
let stores: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-containers-'));
  // The user of the image reads the tenant file in it.
  chmodSync(folder, 0o755);
  backends = await testBackends({ privateRedis: true });
  stores = {
    MONGODB_URL: backends.mongodbUrl,
    REDIS_URL: backends.redisUrl,
    ENCRYPTION_KEY: testEncryptionKey,
    OPERATOR_EMAIL: 'operator@sluice.localhost',
    OPERATOR_PASSWORD: 'quiet-heron-7719-over-the-lake',
  };
});
afterAll(async () => {
  await backends.stop();
  rmSync(folder, { recursive: true, force: true });
});

const isOk = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Several free ports. */
async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort(ports));
  return [...ports];
}

/** Waits until every address answers; a failure shows the containers' logs. */
async function answer(name: EngineName, containers: readonly string[], urls: readonly string[]) {
  try {
    for (const url of urls) await eventually(`${url} answers`, () => isOk(url), READY_WITHIN_MS);
  } catch (error) {
    const logs = containers.map((one) => engine(name, ['logs', '--tail', '20', one]).catch(String));
    throw new Error((await Promise.all(logs)).join('\n'), { cause: error });
  }
}

/** Stops the containers; their exit codes by name. */
async function stopped(name: EngineName, containers: readonly string[]): Promise<Record<string, string>> {
  await Promise.all(containers.map((one) => engine(name, ['stop', '-t', STOPPED_WITHIN, one])));
  const codes = containers.map(async (one) => {
    return [one, await engine(name, ['inspect', '--format', '{{.State.ExitCode}}', one])] as const;
  });
  return Object.fromEntries(await Promise.all(codes));
}

const allZero = (containers: readonly string[]) => Object.fromEntries(containers.map((one) => [one, '0']));

for (const name of engines) describe(`the images of ${name}`, () => runAndPlay(name));
if (!engines.includes('docker') && !engines.includes('podman'))
  skip('the images are not run, because neither docker nor podman answers');
if (!engines.includes('podman')) skip('the Deployments are not played, because podman does not answer');

/** Jest does not name the tests of a file in which all are skipped. */
function skip(what: string): void {
  process.stderr.write(`SKIPPED: ${what}.\n`);
  it.skip(what, () => undefined);
}

/** The tests of one engine. */
function runAndPlay(name: EngineName): void {
  const prefix = `sluice-test-${randomBytes(4).toString('hex')}`;
  const containers: string[] = [];

  beforeAll(async () => {
    await buildImage(name, projectRoot, 'sluice', image.sluice);
    await buildImage(name, projectRoot, 'sink', image.sink);
  }, 3_000_000);
  afterAll(async () => {
    for (const container of containers) await engine(name, ['rm', '--force', container]);
  });

  /** Runs the operator's command from the image. */
  const sluice = (args: readonly string[], env: Readonly<Record<string, string>> = {}, more: string[] = []) =>
    engine(name, [
      'run',
      '--rm',
      ...locked(name),
      ...more,
      ...variables({ ...stores, NODE_ENV: 'development', OUTBOUND_ALLOW: '127.0.0.0/8', ...env }),
      image.sluice,
      ...args,
    ]);

  async function start(what: string, from: string, env: Record<string, string>, args: string[] = []) {
    const container = `${prefix}-${what}`;
    containers.push(container);
    await engine(name, [
      'run',
      '--detach',
      '--name',
      container,
      ...locked(name),
      ...variables(env),
      from,
      ...args,
    ]);
  }

  it('are both built', async () => {
    expect(await engine(name, ['inspect', '--type', 'image', image.sluice])).toContain('dist/sluice.mjs');
    expect(await engine(name, ['inspect', '--type', 'image', image.sink])).toContain(
      'scripts/sink/dist/main.js',
    );
  });

  if (name === 'buildah') return;

  it('run every service as user 1000 on a read-only root, take the demo’s lead through to the buyer, and end with 0', async () => {
    await sluice(['migrate']);
    const [sinkPort = 0, ...ports] = await freePorts(1 + 2 * services.length);
    const sink = `http://127.0.0.1:${sinkPort}`;
    const addresses = {
      SINK_URL: sink,
      META_BASE_URL: sink,
      TIKTOK_BASE_URL: sink,
      DOCUSEAL_BASE_URL: `${sink}/docuseal`,
      MAILBOX_PORT: String(sinkPort + 25),
    };
    writeDemoTenantAtNoon(folder);
    await sluice(['apply', '/tenants/demo-tenant.yaml'], addresses, ['--volume', `${folder}:/tenants:ro`]);
    const made = await sluice(['keys', 'create', '--tenant', 'demo', '--name', 'first', '--json']);
    const { key } = JSON.parse(made) as { key: string };

    await start('sink', image.sink, { SINK_PORT: String(sinkPort) });
    const started = services.map(async ({ name: service }, index) => {
      const [port = 0, healthPort = 0] = ports.slice(2 * index);
      const env = {
        ...stores,
        NODE_ENV: 'development',
        OUTBOUND_ALLOW: '127.0.0.0/8',
        PORT: String(port),
        DASHBOARD_PORT: String(port),
        HEALTH_PORT: String(healthPort),
      };
      await start(service, image.sluice, env, [service]);
      return { service, port, ready: `http://127.0.0.1:${healthPort}/readyz` };
    });
    const running = await Promise.all(started);
    await answer(name, containers, [`${sink}/stats`, ...running.map(({ ready }) => ready)]);

    for (const container of containers) {
      const tried = await engine(name, [
        'exec',
        container,
        'sh',
        '-c',
        'id -u; touch /app/file 2>&1 || true; touch /tmp/file && echo written',
      ]);
      expect(tried).toMatch(/^1000\n.*Read-only file system\nwritten$/);
    }

    const gateway = running.find(({ service }) => service === 'gateway');
    const answered = await fetch(`http://127.0.0.1:${gateway?.port}/api/v1/leads/submit`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        campaignId: 'ACMRU',
        firstName: 'Ada',
        lastName: 'Meyer',
        email: 'ada.meyer@example.com',
        phone: '+14155550123',
        questionnaire: { injury: 'yes' },
      }),
    });
    expect(answered.status).toBe(202);
    const { data } = (await answered.json()) as { data: { leadId: string } };
    const effects = [
      ['/buyers/acme', data.leadId],
      ['/webhooks', 'lead.delivered'],
      ['/v24.0/1234567890/events', 'event_name'],
      ['/mail/*', '/mail/'],
    ] as const;
    for (const [path, text] of effects)
      await eventually(
        `the sink receives the lead at ${path}`,
        async () => (await (await fetch(`${sink}/received?path=${path}`)).text()).includes(text),
        READY_WITHIN_MS,
      );
    expect(await sluice(['leads', 'show', data.leadId, '--tenant', 'demo'])).toContain('delivered');
    expect(await sluice(['doctor', '--json']).catch(({ stdout }: { stdout: string }) => stdout)).toContain(
      '"findings"',
    );
    expect(await stopped(name, containers)).toEqual(allZero(containers));
  }, 900_000);

  if (name !== 'podman') return;

  it.each(overlays)(
    'play every Deployment of the overlay %s as rendered, which becomes ready and ends with 0',
    async (overlay) => {
      const { kubernetes } = await readManifests(projectRoot);
      const rendered = kubernetes.find(({ folder: from }) => from.endsWith(`/${overlay}`));
      if (rendered === undefined) throw new Error('rendering an overlay needs a kubectl of 1.21 or newer');
      const deployments = rendered.objects.filter(({ kind }) => kind === 'Deployment');
      const given = deployments.flatMap(portsOf);
      const free = await freePorts(given.length);
      const replacements = {
        prefix: `${prefix}-${overlay}`,
        image: (one: string) => (one.includes('sluice-sink:') ? image.sink : image.sluice),
        ports: new Map(given.map((port, index) => [port, free[index] ?? 0])),
        secrets: stores,
      };
      const played = deployments.map((one) => toPlay(one, replacements));
      await sluice(['migrate']);
      const secrets = new Map<string, Readonly<Record<string, string>>>();
      for (const [secret, data] of played.flatMap((one) => one.secrets))
        secrets.set(secret, { ...secrets.get(secret), ...data });
      try {
        // Every version of Podman reads a Secret that was created like this; few read it as an object.
        for (const [secret, data] of secrets) {
          const file = join(folder, `${secret}.json`);
          writeFileSync(file, JSON.stringify(data));
          await engine(name, ['secret', 'create', secret, file]);
        }
        const configMaps = rendered.objects.filter(({ kind }) => kind === 'ConfigMap');
        const objects = [...configMaps, ...played.map(({ deployment }) => deployment)];
        const file = join(folder, `${overlay}.yaml`);
        writeFileSync(file, objects.map((one) => JSON.stringify(one)).join('\n---\n'));
        await engine(name, ['play', 'kube', '--network', 'host', file]);
        const found = await engine(name, [
          'ps',
          '--filter',
          `name=${prefix}-${overlay}-`,
          '--format',
          '{{.Names}}',
        ]);
        const pods = found.split('\n').filter((one) => !one.endsWith('-infra'));
        expect(pods).toHaveLength(deployments.length);
        await answer(
          name,
          pods,
          played.flatMap(({ probes }) => probes),
        );
        expect(await stopped(name, pods)).toEqual(allZero(pods));
      } finally {
        const left = await engine(name, ['pod', 'ps', '--filter', `name=${prefix}-${overlay}-`, '--quiet']);
        if (left !== '') await engine(name, ['pod', 'rm', '--force', ...left.split('\n')]);
        for (const secret of secrets.keys()) await engine(name, ['secret', 'rm', secret]);
      }
    },
    900_000,
  );
}
