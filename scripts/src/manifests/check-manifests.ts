/** What the table of services says of the image, Compose, Kubernetes, Prometheus and the release, and where they differ. */
import { queues } from '@sluice/contracts';
import {
  memoryEnvironment,
  memoryFlags,
  neverInProduction,
  scaling,
  services,
  type ServiceContract,
} from '@sluice/local';
import { differences, exactly, Rule } from './differences.js';
import { chainOf, instructionsOf, parseStages } from './dockerfile.js';
import type { Manifests, Part, RenderedFolder } from './read-manifests.js';

/** After giving up by itself, a process needs a moment to report it before it is killed. */
const MARGIN_SECONDS = 5;
const PART_OF = 'app.kubernetes.io/part-of';
const isSet = new Rule('set', (found) => found !== undefined && found !== null);
const atLeast = (least: number) =>
  new Rule(`at least ${least}`, (found) => Number.parseFloat(String(found)) >= least);
const pinned = new Rule('pinned by its digest', (found) => /@sha256:[0-9a-f]{64}$/.test(String(found)));

/** One sentence for each difference between the files and the table of services; empty if they agree. */
export function checkManifests(manifests: Manifests): string[] {
  const names = services.map(({ name }) => String(name));
  const orphans = queues.filter(({ name }) => !names.includes(name));
  const [scrape] = manifests.prometheus['scrape_configs'];
  return [
    ...orphans.map(({ name }) => `No service works on the queue ${name}.`),
    ...checkDockerfile(manifests),
    ...services.flatMap((service) => {
      return differences(
        `docker-compose.yml ${service.name}`,
        manifests.compose['services'][service.name],
        inCompose(service, manifests),
      );
    }),
    ...checkStores(manifests.compose),
    ...imagesIn('docker-compose.yml', manifests.compose['services']),
    ...manifests.kubernetes.flatMap((rendered) => [
      ...checkOverlay(rendered),
      ...imagesIn(rendered.folder, rendered.objects),
    ]),
    ...differences(
      'observability/prometheus.yaml targets',
      scrape.static_configs[0].targets,
      services.map(({ name, healthPort }) => `${name}:${healthPort}`),
    ),
  ];
}

function checkDockerfile({ dockerfile, release }: Manifests): string[] {
  const stages = parseStages(dockerfile);
  const [, base] = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile) ?? [];
  const chain = chainOf('sluice', stages);
  const environment = [...chain.flatMap(({ instructions }) => instructions), '']
    .filter((line) => line.startsWith('ENV '))
    .join(' ');
  const command = `${environment} ${instructionsOf(chain, 'ENTRYPOINT').join(' ')}`;
  const ports = services
    .flatMap(({ http, healthPort }) => [http?.port ?? [], healthPort].flat())
    .sort((a, b) => a - b);
  const installs = stages
    .filter(({ name }) => name.endsWith('modules'))
    .flatMap((stage) => instructionsOf([stage], 'RUN'));
  return [
    ...differences('Dockerfile NODE_IMAGE', base, pinned),
    ...differences('The release NODE_IMAGE', release['env']?.NODE_IMAGE, base?.split('@')[0]),
    ...differences('The release targets', release['jobs']?.images?.strategy?.matrix?.target, [
      'sluice',
      'sink',
    ]),
    ...differences(
      'Dockerfile bases',
      [...new Set(stages.map(({ from }) => from))],
      ['${NODE_IMAGE}', 'runtime'],
    ),
    ...differences(
      'Dockerfile sluice USER',
      instructionsOf(chain, 'USER').at(-1),
      new Rule('a number other than 0', (user) => /^USER [1-9]\d*:/.test(String(user))),
    ),
    ...differences('Dockerfile sluice EXPOSE', instructionsOf(chain, 'EXPOSE'), [
      `EXPOSE ${ports.join(' ')}`,
    ]),
    ...differences(
      'Dockerfile sluice ENTRYPOINT',
      command,
      new Rule('the artefact', (line) => String(line).endsWith('"dist/sluice.mjs"]')),
    ),
    ...[...memoryFlags, ...Object.entries(memoryEnvironment).map((pair) => pair.join('='))]
      .filter((setting) => !command.includes(setting))
      .map((setting) => `Dockerfile sluice does not start with ${setting}.`),
    ...installs
      .filter((line) => !/^RUN npm ci --omit=dev --omit=optional --workspace=@sluice\/\w+$/.test(line))
      .map((line) => `Dockerfile installs more than an image needs: ${line}`),
  ];
}

/** Every variable of the service is passed on, and no other; secrets and addresses by the names of the operator. */
function inCompose(
  { name, http, healthPort, graceSeconds }: ServiceContract,
  { variables }: Manifests,
): Part {
  const passed = (variables[name] ?? []).filter((one) => !neverInProduction.includes(one));
  // Empty in production; the demo allows the address of its buyer.
  const forDemo = variables[name]?.includes('OUTBOUND_ALLOW')
    ? { OUTBOUND_ALLOW: '${OUTBOUND_ALLOW:-}' }
    : {};
  return {
    image: new Rule('the one image', (image) => String(image).startsWith('sluice:')),
    build: { target: 'sluice' },
    command: [name],
    read_only: true,
    cap_drop: ['ALL'],
    environment: {
      ...Object.fromEntries(passed.map((one) => [one, isSet])),
      ...forDemo,
      ...(http && { [http.variable]: String(http.port) }),
      HEALTH_PORT: String(healthPort),
      SHUTDOWN_GRACE_SECONDS: String(graceSeconds),
      [exactly]: true,
    },
    healthcheck: { test: ['CMD', 'node', 'dist/probe.mjs'] },
    stop_grace_period: atLeast(graceSeconds + MARGIN_SECONDS),
    depends_on: { migrate: { condition: 'service_completed_successfully' } },
    ports: http && new Rule(`port ${http.port}`, (ports) => String(ports).endsWith(`:${http.port}`)),
  };
}

/** The commands of the stores, and the migration that all services wait for. */
function checkStores({ services: { mongo, redis, migrate } }: Part): string[] {
  const has = (text: string) => new Rule(`with ${text}`, (command) => String(command).includes(text));
  return [
    ...differences('docker-compose.yml mongo command', mongo?.command, has('--replSet,rs0')),
    ...differences('docker-compose.yml redis command', redis?.command, has('--appendonly,yes')),
    ...differences('docker-compose.yml redis command', redis?.command, has('--maxmemory-policy,noeviction')),
    ...differences('docker-compose.yml migrate', migrate, {
      command: ['migrate'],
      environment: { MONGODB_URL: has('replicaSet=rs0') },
    }),
  ];
}

function checkOverlay({ folder, objects }: RenderedFolder): string[] {
  const find = (kind: string, name: string) =>
    objects.find((one) => one.kind === kind && one['metadata'].name === name);
  const ours = objects.filter(
    ({ kind, ...one }) => kind === 'Deployment' && one['metadata'].labels[PART_OF] === 'sluice',
  );
  const scaled = objects.some(({ kind }) => kind === 'ScaledObject');
  const denied = {
    podSelector: { matchLabels: { [PART_OF]: 'sluice', [exactly]: true } },
    policyTypes: ['Ingress', 'Egress'],
    ingress: undefined,
    egress: undefined,
  };
  return [
    ...differences(
      `${folder} services`,
      ours.map((one) => one['metadata'].name).sort(),
      services.map(({ name }) => name).sort(),
    ),
    ...services.flatMap((service) => [
      ...checkDeployment(`${folder} ${service.name}`, service, find('Deployment', service.name)),
      ...differences(
        `${folder} budget of ${service.name}`,
        find('PodDisruptionBudget', service.name)?.['spec'],
        { maxUnavailable: 1 },
      ),
      ...differences(
        `${folder} Service ${service.name}`,
        find('Service', service.name)?.['spec'].ports[0].port,
        service.http?.port,
      ),
      ...(scaled && service.hasQueue
        ? checkScaler(
            `${folder} scaler of ${service.name}`,
            service,
            find('ScaledObject', service.name),
            find('Namespace', 'sluice'),
          )
        : []),
    ]),
    ...differences(
      `${folder} migrate args`,
      find('Job', 'migrate')?.['spec'].template.spec.containers[0].args,
      ['migrate'],
    ),
    ...differences(`${folder} default-deny`, find('NetworkPolicy', 'default-deny')?.['spec'], denied),
  ];
}

function checkDeployment(where: string, service: ServiceContract, deployment: Part | undefined): string[] {
  const { name, http, healthPort, graceSeconds, secrets, callsReceivers } = service;
  const { metadata, spec } = deployment?.['spec']?.template ?? {};
  const [container = {}] = spec?.containers ?? [];
  const env: Part = Object.fromEntries(
    (container.env ?? []).map((one: Part) => [
      one['name'],
      one['value'] ?? one['valueFrom']?.secretKeyRef?.key ?? true,
    ]),
  );
  const ports = Object.fromEntries(
    (container.ports ?? []).map((one: Part) => [one['name'], one['containerPort']]),
  );
  const preStop: number = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
  const get = (path: string) => ({ httpGet: { path, port: 'health' } });
  return differences(
    where,
    { ...container, env, ports, metadata, killedAfter: spec?.terminationGracePeriodSeconds },
    {
      args: [name],
      image: new Rule('the one image', (image) => /(^|\/)sluice:/.test(String(image))),
      env: {
        ...Object.fromEntries(secrets.map((one) => [one, one])),
        ...(http && { [http.variable]: String(http.port) }),
        ...(service.hasQueue && { CONCURRENCY: true }),
        NODE_ENV: new Rule('production or development', (mode) =>
          ['production', 'development'].includes(String(mode)),
        ),
        HEALTH_PORT: String(healthPort),
        SHUTDOWN_GRACE_SECONDS: String(graceSeconds),
        [exactly]: true,
      },
      envFrom: isSet,
      ports: { ...(http && { http: http.port }), health: healthPort, [exactly]: true },
      killedAfter: atLeast(graceSeconds + preStop + MARGIN_SECONDS),
      startupProbe: get('/healthz'),
      livenessProbe: get('/healthz'),
      readinessProbe: get('/readyz'),
      metadata: {
        labels: { 'sluice.dev/calls-outside': callsReceivers ? 'true' : undefined },
        annotations: { 'prometheus.io/port': String(healthPort) },
      },
    },
  );
}

/** Never below two replicas, and by the numbers of its own queue, which the console answers. */
function checkScaler(
  where: string,
  { name }: ServiceContract,
  scaler: Part | undefined,
  namespace: Part | undefined,
): string[] {
  const port = services.find((one) => one.name === scaling.service)?.healthPort;
  const url = `http://${scaling.service}-health.${namespace?.['metadata'].name}.svc:${port}${scaling.path}`;
  const asked = scaler?.['spec'].triggers.map(({ type, metadata }: Part) => [
    type,
    metadata.url,
    metadata.valueLocation,
  ]);
  return [
    ...differences(where, scaler?.['spec'], {
      scaleTargetRef: { name },
      minReplicaCount: atLeast(2),
      fallback: { replicas: atLeast(1) },
    }),
    ...differences(
      `${where} asks`,
      asked,
      scaling.numbers(name).map((number) => ['metrics-api', url, number]),
    ),
  ];
}

/** Images of others, wherever a container is defined, are named by their digests. */
function imagesIn(where: string, part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === 'image' && !/(^|\/)sluice(-sink)?:/.test(String(value))
      ? differences(`${where} image ${value}`, value, pinned)
      : imagesIn(where, value),
  );
}
