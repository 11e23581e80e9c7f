import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { chainOf, instructionsOf, parseStages } from '../../test/dockerfile.js';
import { checkManifests } from './check-manifests.js';
import { checkSchemas } from './check-schemas.js';
import { queues } from '@sluice/contracts';
import { services } from '@sluice/local';
import { at, readManifests, type Manifests, type Part } from './read-manifests.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let manifests: Manifests;
beforeAll(async () => {
  manifests = await readManifests(root);
}, 60_000);

/** The problems after every occurrence of `from` is replaced in one part. */
function planted(part: keyof Manifests, from: string, to: string): string[] {
  return checkManifests(changed(part, from, to));
}

function changed(part: keyof Manifests, from: string, to: string): Manifests {
  const before = JSON.stringify(manifests[part]);
  const after = before.replaceAll(from, to);
  if (after === before) throw new Error(`nothing in ${part} reads ${from}`);
  return { ...manifests, [part]: JSON.parse(after) as never };
}

/** The stages of the image that runs the services. */
const imageStages = (dockerfile: string) => chainOf('sluice', parseStages(dockerfile));

/** Workloads that an overlay adds, such as stores, carry another label. */
const isOurs = (metadata: unknown): boolean =>
  (at(metadata, 'labels') as Part | undefined)?.['app.kubernetes.io/part-of'] === 'sluice';

/** The pods of every workload. */
function podsOf({ folder, objects }: Manifests['kubernetes'][number]): Part[] {
  return objects.flatMap((object) => {
    const pod = at(object, 'spec.jobTemplate.spec.template.spec') ?? at(object, 'spec.template.spec');
    return pod ? [{ where: `${folder} ${object.metadata.name}`, ...(pod as Part) }] : [];
  });
}

describe('the manifests check', () => {
  it('finds no problem in the committed files', () => {
    expect(checkManifests(manifests)).toEqual([]);
  });

  it('finds every object of the type of its kind', () => {
    expect(checkSchemas(manifests.kubernetes)).toEqual([]);
  }, 120_000);

  it('every pod forgoes root, a writable root file system, capabilities and a service account’s token', () => {
    const pods = manifests.kubernetes.flatMap(podsOf);
    expect(pods.length).toBeGreaterThan(36);
    for (const pod of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        containers: (pod['containers'] as Part[]).map(() => ({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: { requests: {}, limits: {} },
        })),
      });
    }
  });

  it('every service in Compose forgoes a writable root file system and capabilities', () => {
    for (const { name } of services)
      expect(at(manifests.compose, `services.${name}`)).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  it('images of others are pinned by their digests, and the image is not run by root', () => {
    const { compose, kubernetes, dockerfile } = manifests;
    const images = [...JSON.stringify([compose, kubernetes]).matchAll(/"image":"([^"]*)"/g)].map(
      ([, name]) => name,
    );
    const others = images.filter((name = '') => !/(^|\/)sluice(-sink)?:/.test(name));
    expect(others.length).toBeGreaterThan(3);
    for (const name of others) expect(name).toMatch(/@sha256:[0-9a-f]{64}$/);
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=\S+@sha256:[0-9a-f]{64}$/m);
    expect(instructionsOf(imageStages(dockerfile), 'USER').at(-1)).toMatch(/^USER [1-9]\d*:/);
  });

  it('an overlay has the workloads of the services and no others of ours but a portal, and never one replica of what is scaled', () => {
    for (const { folder, objects } of manifests.kubernetes) {
      const ours = objects.filter(({ kind, metadata }) => kind === 'Deployment' && isOurs(metadata));
      const named = services.map(({ name }) => name as string);
      const expected = folder.endsWith('-with-portal') ? [...named, 'portal'] : named;
      expect(ours.map(({ metadata }) => metadata.name).sort()).toEqual(expected.sort());
      for (const { name, http } of services.filter((service) => service.http)) {
        const found = objects.find(({ kind, metadata }) => kind === 'Service' && metadata.name === name);
        expect(at(found, 'spec.ports.0.port')).toBe(http?.port);
      }
      for (const scaler of objects.filter(({ kind }) => kind === 'ScaledObject')) {
        expect(at(scaler, 'spec.minReplicaCount')).toBeGreaterThanOrEqual(2);
        expect(at(scaler, 'spec.fallback.replicas')).toBeGreaterThanOrEqual(1);
        expect(at(scaler, 'spec.triggers.0.type')).toBe('metrics-api');
      }
    }
  });

  it('the stores of Compose keep what they acknowledge, and refuse rather than forget', () => {
    const { compose } = manifests;
    expect(at(compose, 'services.mongo.command')).toEqual(expect.arrayContaining(['--replSet', 'rs0']));
    expect(at(compose, 'services.redis.command')).toEqual(
      expect.arrayContaining(['--appendonly', 'yes', '--maxmemory-policy', 'noeviction']),
    );
    expect(at(compose, 'services.migrate')).toMatchObject({
      image: at(compose, 'services.gateway.image'),
      command: ['migrate'],
      environment: { MONGODB_URL: expect.stringContaining('replicaSet=rs0') as unknown },
    });
  });

  it('the stores of Compose and Grafana have passwords of their own, with which everything calls them', () => {
    const { compose } = manifests;
    expect(at(compose, 'services.mongo.command')).toEqual(expect.arrayContaining(['--keyFile']));
    expect(at(compose, 'services.redis.command')).toEqual(
      expect.arrayContaining(['--requirepass', expect.stringMatching(/^\$\{REDIS_PASSWORD:\?/)]),
    );
    const urls = [...JSON.stringify(compose).matchAll(/"(MONGODB|REDIS)_URL":"([^"]*)"/g)];
    expect(urls.length).toBeGreaterThan(services.length * 2);
    for (const [, store = '', url = ''] of urls)
      expect(url).toMatch(new RegExp(`://\\w+:\\$\\{${store}_PASSWORD:\\?[^}]*}@`));
    const grafana = JSON.stringify(at(compose, 'services.grafana'));
    expect(grafana).toContain('"GF_SECURITY_ADMIN_PASSWORD":"${GRAFANA_PASSWORD:-}"');
    expect(grafana).not.toContain('OPERATOR_PASSWORD');
  });

  it('an image installs nothing of development, and a release builds it on the same base', () => {
    const { dockerfile } = manifests;
    expect(new Set(parseStages(dockerfile).map(({ from }) => from))).toEqual(
      new Set(['${NODE_IMAGE}', 'runtime']),
    );
    const installs = [...dockerfile.matchAll(/^RUN npm ci .*$/gm)].map(([line]) => line);
    expect(installs).toHaveLength(3);
    // The first one builds the artefact, in a stage of its own.
    for (const line of installs.slice(1))
      expect(line).toMatch(/^RUN npm ci --omit=dev --omit=optional --workspace=@sluice\/\w+$/);
    const release = parse(readFileSync(`${root}/.github/workflows/release.yml`, 'utf8')) as unknown;
    const [, base] = /^ARG NODE_IMAGE=([^@\s]+)@/m.exec(dockerfile) ?? [];
    expect(at(release, 'env.NODE_IMAGE')).toBe(base);
    expect(at(release, 'jobs.images.strategy.matrix.target')).toEqual(['sluice', 'sink']);
  });

  it('every queue has a service that works on it', () => {
    const workedOn = services.flatMap((service) => service.queues);
    expect(workedOn.sort()).toEqual(queues.map(({ name }) => name).sort());
  });

  it('the network is closed by default, disruptions take one replica, and the migration is a job', () => {
    for (const { objects } of manifests.kubernetes) {
      const spec = (kind: string, name: string) =>
        objects.find((one) => one.kind === kind && one.metadata.name === name)?.['spec'];
      const podSelector = { matchLabels: { 'app.kubernetes.io/part-of': 'sluice' } };
      expect(spec('NetworkPolicy', 'default-deny')).toEqual({
        podSelector,
        policyTypes: ['Ingress', 'Egress'],
      });
      expect(at(spec('Job', 'migrate'), 'template.spec.containers.0.args')).toEqual(['migrate']);
      for (const { name } of services)
        expect(spec('PodDisruptionBudget', name)).toMatchObject({ maxUnavailable: 1 });
    }
  });

  it.each([
    [
      'kubernetes',
      '"DASHBOARD_FOR","value":"tenants"',
      '"DASHBOARD_FOR","value":"everyone"',
      /^k8s\/overlays\/small-with-portal portal: .*everyone/s,
    ],
    [
      'kubernetes',
      '"selector":{"app.kubernetes.io/name":"portal"}',
      '"selector":{"app.kubernetes.io/name":"dashboard"}',
      /^k8s\/overlays\/small-with-portal portal: .*dashboard/s,
    ],
    [
      'compose',
      '"DASHBOARD_FOR":"tenants"',
      '"DASHBOARD_FOR":"everyone"',
      /^docker-compose.yml portal: .*everyone/s,
    ],
    [
      'kubernetes',
      '"containerPort":3013',
      '"containerPort":3999',
      /^k8s\/overlays\/medium delivery: .*3999/s,
    ],
    [
      'kubernetes',
      '"value":"3012"',
      '"value":"3999"',
      /^k8s\/overlays\/small routing: .*HEALTH_PORT": "3999"/s,
    ],
    [
      'kubernetes',
      '"prometheus.io/port":"3010"',
      '"prometheus.io/port":"3000"',
      /^k8s\/overlays\/large gateway: /,
    ],
    [
      'kubernetes',
      '"terminationGracePeriodSeconds":160',
      '"terminationGracePeriodSeconds":150',
      /^k8s\/overlays\/local delivery: .*>= 155/s,
    ],
    [
      'kubernetes',
      '"sleep":{"seconds":5}',
      '"sleep":{"seconds":20}',
      /^k8s\/overlays\/medium gateway: .*>= 55/s,
    ],
    [
      'kubernetes',
      '"OPERATOR_PASSWORD","valueFrom"',
      '"OPERATOR_PASSPHRASE","valueFrom"',
      /^k8s\/overlays\/small dashboard: .*OPERATOR_PASSPHRASE/s,
    ],
    [
      'kubernetes',
      '"NODE_ENV","value":"production"',
      '"OUTBOUND_ALLOW","value":"10.0.0.0/8"',
      /^k8s\/overlays\/medium routing: .*OUTBOUND_ALLOW/s,
    ],
    ['kubernetes', '"args":["sms"]', '"args":["pixel"]', /^k8s\/overlays\/small sms: /],
    ['kubernetes', '"path":"/readyz"', '"path":"/healthz"', /^k8s\/overlays\/small sms: .*readinessProbe/s],
    ['kubernetes', '/sluice:', '/sluice/sms:', /^k8s\/overlays\/small sms: /],
    ['kubernetes', 'svc/scaling', 'svc/scalings', /^k8s\/overlays\/large pixel: .*scalings/s],
    [
      'kubernetes',
      'queues.routing.leads',
      'queues.router.leads',
      /^k8s\/overlays\/medium routing: .*router/s,
    ],
    ['kubernetes', '"name":"pixel"', '"name":"pixels"', /^k8s\/overlays\/small pixel: /],
    ['compose', '"HEALTH_PORT":"3016"', '"HEALTH_PORT":"3999"', /^docker-compose.yml webhook: .*3999/s],
    [
      'compose',
      '"OPERATOR_PASSWORD"',
      '"OPERATOR_PASSPHRASE"',
      /^docker-compose.yml dashboard: .*PASSPHRASE/s,
    ],
    [
      'compose',
      '"stop_grace_period":"340s"',
      '"stop_grace_period":"60s"',
      /^docker-compose.yml webhook: .*>= 335/s,
    ],
    [
      'compose',
      'service_completed_successfully',
      'service_started',
      /^docker-compose.yml routing: .*started/s,
    ],
    ['compose', 'dist/probe.mjs', 'dist/ask.mjs', /^docker-compose.yml sms: .*ask/s],
    ['prometheus', '"port":3014', '"port":3999', /^observability\/prometheus.yaml: .*3999/s],
    [
      'kubernetes',
      '"memory":"640Mi"',
      '"memory":"256Mi"',
      /^k8s\/overlays\/large migrate: .*256Mi, but it may use 640 MB/,
    ],
    ['compose', '"640m"', '"500m"', /^docker-compose.yml gateway: .*500m, but it may use 640 MB/],
    ['compose', '"512mb"', '"768mb"', /^docker-compose.yml redis: .*1g, but it may use 1536 MB/],
    [
      'kubernetes',
      '"--wiredTigerCacheSizeGB","0.5"',
      '"--wiredTigerCacheSizeGB","1"',
      /^k8s\/overlays\/local mongo: .*1536Mi, but it may use 2048 MB/,
    ],
    ['dockerfile', 'EXPOSE 3000', 'EXPOSE 3999', /^Dockerfile: .*EXPOSE/s],
    [
      'dockerfile',
      '--max-semi-space-size=16',
      '--max-semi-space-size=8',
      /^Dockerfile: .*max-semi-space-size=16/s,
    ],
    ['dockerfile', 'MALLOC_ARENA_MAX=2', 'MALLOC_ARENA_MAX=8', /^Dockerfile: .*MALLOC_ARENA_MAX=2/s],
    ['dockerfile', 'dist/sluice.mjs', 'dist/sms.mjs', /^Dockerfile: /],
  ] as const)('reports %s with %s replaced by %s', (part, from, to, problem) => {
    expect(planted(part, from, to)).toContainEqual(expect.stringMatching(problem));
  });

  it.each([
    ['a value of another type', '"maxReplicas":12', '"maxReplicas":"many"'],
    ['a misspelt field', '"readOnlyRootFilesystem"', '"readonlyRootFilesystem"'],
    ['an unknown kind', '"kind":"ScaledObject"', '"kind":"ScalingObject"'],
    ['a misspelt field of the Prometheus operator', '"honorLabels"', '"honourLabels"'],
  ])(
    'reports an object that a cluster would refuse: %s',
    (_what, from, to) => {
      const { kubernetes } = changed('kubernetes', from, to);
      const medium = kubernetes.filter(({ folder }) => folder === 'k8s/overlays/medium');
      expect(checkSchemas(medium).join('\n')).toMatch(
        /^k8s-overlays-medium \w+ [a-z-]+\.ts\(\d+,\d+\): error/m,
      );
    },
    60_000,
  );
});
