/** What the table of services says of the image, Compose, Kubernetes, Prometheus and the release, and where they differ. */
import { queues } from '@sluice/contracts';
import {
  memoryEnvironment,
  memoryFlags,
  neverInProduction,
  services,
  type ServiceContract,
} from '@sluice/local';
import { checkOverlay, image } from './check-overlay.js';
import { atLeast, differences, exactly, isSet, MARGIN_SECONDS, Rule } from './differences.js';
import { chainOf, instructionsOf, parseStages } from './dockerfile.js';
import { at, type Manifests, type Part } from './read-manifests.js';

const pinned = new Rule('pinned by its digest', (found) => /@sha256:[0-9a-f]{64}$/.test(String(found)));

/** One sentence for each difference between the files and the table of services; empty if they agree. */
export function checkManifests(manifests: Manifests): string[] {
  const workedOn = services.flatMap((service) => service.queues);
  const orphans = queues.filter(({ name }) => !workedOn.includes(name));
  return [
    ...orphans.map(({ name }) => `No service works on the queue ${name}.`),
    ...checkDockerfile(manifests),
    ...services.flatMap((service) => {
      const found = at(manifests.compose, `services.${service.name}`);
      return differences(`docker-compose.yml ${service.name}`, found, inCompose(service, manifests));
    }),
    ...checkStores(manifests.compose),
    ...imagesIn('docker-compose.yml', manifests.compose['services']),
    ...manifests.kubernetes.flatMap((rendered) => [
      ...checkOverlay(rendered),
      ...imagesIn(rendered.folder, rendered.objects),
    ]),
    ...differences(
      'observability/prometheus.yaml targets',
      at(manifests.prometheus, 'scrape_configs.0.static_configs.0.targets'),
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
    ...differences('The release NODE_IMAGE', at(release, 'env.NODE_IMAGE'), base?.split('@')[0]),
    ...differences('The release targets', at(release, 'jobs.images.strategy.matrix.target'), [
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
  return {
    image,
    build: { target: 'sluice' },
    command: [name],
    read_only: true,
    cap_drop: ['ALL'],
    environment: {
      ...Object.fromEntries(passed.map((one) => [one, isSet])),
      // Empty in production; the demo allows the address of its buyer.
      ...(variables[name]?.includes('OUTBOUND_ALLOW') && { OUTBOUND_ALLOW: '${OUTBOUND_ALLOW:-}' }),
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
function checkStores({ services: found }: Part): string[] {
  const has = (text: string) => new Rule(`with ${text}`, (command) => String(command).includes(text));
  return [
    ...differences('docker-compose.yml mongo command', at(found, 'mongo.command'), has('--replSet,rs0')),
    ...['--appendonly,yes', '--maxmemory-policy,noeviction'].flatMap((flag) =>
      differences('docker-compose.yml redis command', at(found, 'redis.command'), has(flag)),
    ),
    ...differences('docker-compose.yml migrate', at(found, 'migrate'), {
      command: ['migrate'],
      environment: { MONGODB_URL: has('replicaSet=rs0') },
    }),
  ];
}

/** Images of others, wherever a container is defined, are named by their digests. */
function imagesIn(where: string, part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === 'image' && !/(^|\/)sluice(-sink)?:/.test(String(value))
      ? differences(`${where} image ${String(value)}`, value, pinned)
      : imagesIn(where, value),
  );
}
