/** What the table of services says of the image, Compose, Kubernetes and Prometheus. */
import { stripVTControlCharacters } from 'node:util';
import {
  memoryEnvironment,
  memoryFlags,
  neverInProduction,
  scaling,
  services,
  serviceNamed,
  type ServiceContract,
} from '@sluice/local';
import { expect } from 'expect';
import { checkMemory } from './check-memory.js';
import { at, type Manifests, type Part, type RenderedFolder } from './read-manifests.js';

/** After giving up by itself, a process needs a moment to report it before it is killed. */
const MARGIN_SECONDS = 5;
/** A second deployment of the dashboard, which serves the people of tenants only; it makes no administrator. */
const portal = 'portal';
const dashboard = serviceNamed('dashboard');
const portalContract: ServiceContract = {
  ...dashboard,
  secrets: dashboard.secrets.filter((secret) => !secret.startsWith('OPERATOR_')),
};
const publicAddress = expect.stringMatching(/^https:/) as unknown;
const image = expect.stringMatching(/(^|\/)sluice:/) as unknown;

/** Says of each part of the files that differs from the table where and how; empty if they agree. */
export function checkManifests(manifests: Manifests): string[] {
  const { dockerfile, prometheus, kubernetes } = manifests;
  return [
    ...problemsOf('Dockerfile', () => checkDockerfile(dockerfile)),
    ...services.flatMap((service) =>
      problemsOf(`docker-compose.yml ${service.name}`, () => checkCompose(service, manifests)),
    ),
    ...problemsOf(`docker-compose.yml ${portal}`, () => {
      checkCompose(dashboard, manifests, portal);
      expect(at(manifests.compose, `services.${portal}`)).toMatchObject({
        profiles: [portal],
        environment: { DASHBOARD_FOR: 'tenants', OPERATOR_EMAIL: '', OPERATOR_PASSWORD: '' },
      });
    }),
    ...problemsOf('observability/prometheus.yaml', () =>
      // Each name has the addresses of all processes of its service.
      expect(at(prometheus, 'scrape_configs.0.dns_sd_configs')).toEqual(
        services.map(({ name, healthPort }) => ({
          names: [name],
          type: 'A',
          port: healthPort,
          refresh_interval: '15s',
        })),
      ),
    ),
    ...kubernetes.flatMap(checkOverlay),
    ...checkMemory(manifests),
  ];
}

function problemsOf(where: string, check: () => void): string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [`${where}: ${stripVTControlCharacters((error as Error).message)}`];
  }
}

function checkDockerfile(dockerfile: string): void {
  const ports = services.flatMap(({ http, healthPort }) => (http ? [http.port, healthPort] : [healthPort]));
  const settings = [...memoryFlags, ...Object.entries(memoryEnvironment).map((pair) => pair.join('='))];
  expect(dockerfile).toContain(`\nEXPOSE ${ports.sort((a, b) => a - b).join(' ')}\n`);
  expect(dockerfile).toMatch(/\nENTRYPOINT .*"dist\/sluice\.mjs"\]\n/);
  for (const setting of settings) expect(dockerfile).toContain(setting);
}

/** Every variable of the service is passed on, and no other; secrets and addresses by the names of the operator. */
function checkCompose(
  { name, http, healthPort, graceSeconds }: ServiceContract,
  { compose, variables }: Manifests,
  deployedAs: string = name,
): void {
  const found = at(compose, `services.${deployedAs}`);
  const passed = (variables[name] ?? []).filter((one) => !neverInProduction.includes(one));
  expect(found).toMatchObject({
    image,
    command: [name],
    healthcheck: { test: ['CMD', 'node', 'dist/probe.mjs'] },
    depends_on: { migrate: { condition: 'service_completed_successfully' } },
    ...(http && { ports: [expect.stringMatching(new RegExp(`:${http.port}$`))] }),
  });
  expect(at(found, 'environment')).toEqual({
    ...Object.fromEntries(passed.map((one) => [one, expect.anything()])),
    // Empty in production; the demo allows the address of its buyer.
    ...(variables[name]?.includes('OUTBOUND_ALLOW') && { OUTBOUND_ALLOW: '${OUTBOUND_ALLOW:-}' }),
    ...(http && { [http.variable]: String(http.port) }),
    HEALTH_PORT: String(healthPort),
    SHUTDOWN_GRACE_SECONDS: String(graceSeconds),
  });
  const grace = Number.parseFloat(String(at(found, 'stop_grace_period')));
  expect(grace).toBeGreaterThanOrEqual(graceSeconds + MARGIN_SECONDS);
}

function checkOverlay({ folder, objects }: RenderedFolder): string[] {
  const specOf = (kind: string, name: string) =>
    objects.find((one) => one.kind === kind && one.metadata.name === name)?.['spec'];
  const namespace = objects.find(({ kind }) => kind === 'Namespace')?.metadata.name;
  const isScaled = objects.some(({ kind }) => kind === 'ScaledObject');
  const templateOf = (name: string) => at(specOf('Deployment', name), 'template');
  const hasPortal = specOf('Ingress', portal) !== undefined;
  const published = problemsOf(`${folder} ${portal}`, () => {
    const own = { DASHBOARD_FOR: 'tenants', DASHBOARD_URL: publicAddress };
    const only = { matchLabels: { 'app.kubernetes.io/name': portal } };
    checkDeployment(portalContract, templateOf(portal), own);
    expect(specOf('NetworkPolicy', portal)).toMatchObject({ podSelector: only, policyTypes: ['Ingress'] });
    expect(specOf('PodDisruptionBudget', portal)).toMatchObject({ maxUnavailable: 1, selector: only });
    expect(specOf('Service', portal)).toMatchObject({ selector: only.matchLabels });
    expect(specOf('Deployment', portal)).toMatchObject({ selector: only });
  });
  const ofServices = services.flatMap((service) =>
    problemsOf(`${folder} ${service.name}`, () => {
      const { name, queues } = service;
      // Invitations lead to the second dashboard, whoever sends them.
      const own = name === dashboard.name && hasPortal ? { PORTAL_URL: publicAddress } : {};
      checkDeployment(service, templateOf(name), own);
      if (isScaled && queues.length > 0)
        expect(specOf('ScaledObject', name)).toMatchObject(scalerOf(service, String(namespace)));
    }),
  );
  return [...ofServices, ...(hasPortal ? published : [])];
}

function checkDeployment(service: ServiceContract, template: unknown, more: Part = {}): void {
  const { name, http, healthPort, graceSeconds, secrets, callsReceivers, queues } = service;
  const container = at(template, 'spec.containers.0');
  const listed = (list: string, valueOf: (one: Part) => unknown) =>
    Object.fromEntries((at(container, list) as Part[]).map((one) => [String(one['name']), valueOf(one)]));
  const asks = (path: string) => ({ httpGet: { path, port: 'health' } });
  const { annotations, labels } = at(template, 'metadata') as Readonly<Record<string, Part>>;
  expect(annotations).toMatchObject({ 'prometheus.io/port': String(healthPort) });
  expect(labels?.['sluice.dev/calls-outside']).toBe(callsReceivers ? 'true' : undefined);
  expect(container).toMatchObject({
    args: [name],
    image,
    envFrom: expect.anything(),
    startupProbe: asks('/healthz'),
    livenessProbe: asks('/healthz'),
    readinessProbe: asks('/readyz'),
  });
  expect(listed('env', (one) => one['value'] ?? at(one, 'valueFrom.secretKeyRef.key') ?? true)).toEqual({
    ...Object.fromEntries(secrets.map((secret) => [secret, secret])),
    ...(http && { [http.variable]: String(http.port) }),
    ...(queues.length > 0 && { CONCURRENCY: true }),
    ...more,
    NODE_ENV: expect.stringMatching(/^(production|development)$/),
    HEALTH_PORT: String(healthPort),
    SHUTDOWN_GRACE_SECONDS: String(graceSeconds),
  });
  const ports = { http: http?.port, health: healthPort };
  expect(listed('ports', (one) => one['containerPort'])).toEqual(ports);
  const preStopSeconds = Number(at(container, 'lifecycle.preStop.sleep.seconds') ?? 0);
  const grace = Number(at(template, 'spec.terminationGracePeriodSeconds'));
  expect(grace).toBeGreaterThanOrEqual(graceSeconds + preStopSeconds + MARGIN_SECONDS);
}

/** What scales a service: the numbers of its own queues, which every process answers. */
function scalerOf({ name, queues }: ServiceContract, namespace: string): Part {
  const url = `http://${scaling.service}.${namespace}.svc${scaling.path}`;
  const triggers = queues
    .flatMap(scaling.numbers)
    .map((valueLocation) => ({ metadata: { url, valueLocation } }));
  return { scaleTargetRef: { name }, triggers };
}
