/**
 * Compares docker-compose.yml with the services: names, targets, ports, variables, health checks, and the stores'
 * settings.
 */
import { z } from 'zod';
import { neverInProduction, services, type ServiceContract } from '@sluice/local';
import { checkGrace } from './check-grace.js';
import { checkVariables } from './check-variables.js';
import type { Manifests } from './read-manifests.js';

/** The health check of an image, which is part of `runtime`. */
const PROBE = 'packages/runtime/dist/probe/main.js';

const text = z.union([z.string(), z.number()]).transform(String);

const composeServiceSchema = z.looseObject({
  build: z.looseObject({ target: z.string().optional() }).optional(),
  command: z.array(text).optional(),
  environment: z.record(z.string(), text).optional(),
  healthcheck: z.looseObject({ test: z.array(text) }).optional(),
  ports: z.array(text).optional(),
  stop_grace_period: z.string().optional(),
  depends_on: z.record(z.string(), z.looseObject({ condition: z.string().optional() })).optional(),
});
type ComposeService = z.infer<typeof composeServiceSchema>;

const composeSchema = z.looseObject({ services: z.record(z.string(), composeServiceSchema) });

// Not services of ours: the stores, the command line, the proxy, the monitoring, and the demo.
const others = [
  ...['mongo', 'redis', 'operator', 'migrate', 'proxy'],
  ...['prometheus', 'grafana', 'collector', 'sink', 'demo'],
];

/** One sentence for each problem; empty if there are none. */
export function checkCompose({
  compose,
  documentedVariables,
}: Pick<Manifests, 'compose' | 'documentedVariables'>): string[] {
  const parsed = composeSchema.safeParse(compose);
  if (!parsed.success) {
    return parsed.error.issues.map(
      ({ path, message }) => `docker-compose.yml at ${path.join('.')}: ${message}.`,
    );
  }
  const found = parsed.data.services;
  const problems = services.flatMap((service) => {
    const described = found[service.name];
    return described === undefined
      ? [`docker-compose.yml has no service named ${service.name}.`]
      : checkService(service, described, documentedVariables);
  });
  const known = new Set([...others, ...services.map(({ name }) => name)]);
  for (const name of Object.keys(found)) {
    if (!known.has(name)) problems.push(`docker-compose.yml runs ${name}, which is no service of ours.`);
  }
  return [
    ...problems,
    ...checkRedis(found['redis']),
    ...checkMongo(found['mongo'], found),
    ...checkMigrate(found['migrate']),
  ];
}

function checkService(
  service: ServiceContract,
  described: ComposeService,
  documented: ReadonlySet<string>,
): string[] {
  const where = `docker-compose.yml service ${service.name}`;
  const environment = described.environment ?? {};
  // The value is empty unless the demo sets one, which is not production.
  const given = Object.keys(environment).filter(
    (name) => environment[name] !== `\${${name}:-}` || !isForDemo(name),
  );
  const problems = checkVariables(where, service, given, documented);
  const target = described.build?.target;
  if (target !== service.name) problems.push(`${where} builds target ${target ?? '(none)'}.`);
  for (const { variable, port } of service.ports) {
    const given = environment[variable];
    if (given !== undefined && given !== String(port)) {
      problems.push(`${where} sets ${variable} to ${given} where the port is ${port}.`);
    }
  }
  const answering = service.ports.at(-1)?.port ?? 0;
  const test = described.healthcheck?.test.join(' ');
  if (test !== `CMD node ${PROBE} ${answering}`) {
    problems.push(`${where} does not have its health check ask port ${answering}.`);
  }
  const seconds = /^(\d+)s$/.exec(described.stop_grace_period ?? '')?.[1];
  problems.push(
    ...checkGrace(where, service, {
      given: environment['SHUTDOWN_GRACE_SECONDS'],
      platformSeconds: seconds === undefined ? undefined : Number(seconds),
    }),
  );
  if (described.depends_on?.['migrate']?.condition !== 'service_completed_successfully') {
    problems.push(`${where} does not wait until migrate has done its work.`);
  }
  const published = (described.ports ?? []).map((mapping) => Number(mapping.split(':').at(-1)));
  const open = service.ports.filter(({ name }) => name === 'http').map(({ port }) => port);
  if (published.join() !== open.join()) {
    problems.push(
      `${where} publishes ${published.join(' and ') || 'no port'} where it should publish ${open.join(' and ') || 'none'}.`,
    );
  }
  return problems;
}

const isForDemo = (name: string): boolean => (neverInProduction as readonly string[]).includes(name);

function checkMigrate(migrate: ComposeService | undefined): string[] {
  if (migrate?.command?.join(' ') === 'migrate' && migrate.build?.target === 'operator') return [];
  return ['docker-compose.yml has no service named migrate that runs `sluice migrate`.'];
}

/** Writes wait for a majority, so the database is a replica set, and each client must know the set's name. */
function checkMongo(
  mongo: ComposeService | undefined,
  every: Readonly<Record<string, ComposeService>>,
): string[] {
  const command = mongo?.command ?? [];
  const set = command[command.indexOf('--replSet') + 1];
  if (!command.includes('--replSet') || set === undefined)
    return ['docker-compose.yml runs MongoDB without a replica set.'];
  return Object.entries(every).flatMap(([name, { environment }]) => {
    const url = environment?.['MONGODB_URL'];
    return url === undefined || new URL(url).searchParams.get('replicaSet') === set
      ? []
      : [`docker-compose.yml service ${name} does not name the replica set ${set} of MongoDB.`];
  });
}

function checkRedis(redis: ComposeService | undefined): string[] {
  if (redis === undefined) return ['docker-compose.yml has no service named redis.'];
  const command = (redis.command ?? []).join(' ');
  return ['--appendonly yes', '--maxmemory-policy noeviction']
    .filter((setting) => !command.includes(setting))
    .map((setting) => `docker-compose.yml runs Redis without ${setting}.`);
}
