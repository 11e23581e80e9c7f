import { fileURLToPath } from 'node:url';
import { checkManifests } from './check-manifests.js';
import { checkSchemas } from './check-schemas.js';
import { readManifests, type Manifests } from './read-manifests.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let manifests: Manifests;
beforeAll(async () => {
  manifests = await readManifests(root);
});

/** The manifests with every occurrence of `from` replaced. */
function planted(
  part: 'dockerfile' | 'compose' | 'kubernetes' | 'release',
  from: string,
  to: string,
): Manifests {
  const before = JSON.stringify(manifests[part]);
  const after = before.replaceAll(from, to);
  if (after === before) throw new Error(`nothing in ${part} reads ${from}`);
  return { ...manifests, [part]: JSON.parse(after) as never };
}

interface Pod {
  readonly containers: readonly { readonly resources?: object }[];
}

/** The pod template of a workload; undefined for any other object. */
function podOf(kind: string, spec: unknown): Pod | undefined {
  interface Template {
    readonly template?: { readonly spec: Pod };
    readonly jobTemplate?: { readonly spec: Template };
  }
  if (!['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob'].includes(kind)) return undefined;
  const { template, jobTemplate } = spec as Template;
  return (template ?? jobTemplate?.spec.template)?.spec;
}

describe('the Kubernetes manifests check', () => {
  it('finds no problem in the committed manifests', () => {
    expect(checkManifests(manifests)).toEqual([]);
  });

  it('finds every manifest valid by the schema of its kind', () => {
    expect(checkSchemas(manifests.kubernetes)).toEqual([]);
  }, 60_000);

  it('every pod forgoes root, a writable root file system, capabilities and a service account’s token', () => {
    const pods = manifests.kubernetes.flatMap(({ folder, objects }) =>
      objects.flatMap(({ kind, metadata, spec }) => {
        const pod = podOf(kind, spec);
        return pod ? [{ where: `${folder} ${kind} ${metadata.name}`, ...pod }] : [];
      }),
    );
    expect(pods.length).toBeGreaterThan(8);
    for (const pod of pods) {
      expect(pod).toMatchObject({
        where: pod.where,
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        containers: pod.containers.map(() => ({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        })),
      });
      for (const { resources } of pod.containers) {
        expect(Object.keys(resources ?? {}).sort()).toEqual(['limits', 'requests']);
      }
    }
  });

  it('reports a scaler that asks an address without a listener, or for another queue than its own', () => {
    const scaler = 'k8s/overlays/production ScaledObject routing';
    const asks = (from: string, to: string) => checkManifests(planted('kubernetes', from, to));
    expect(asks(':3018/scaling', ':3001/scaling')).toContain(
      `${scaler} asks http://dashboard-health.sluice.svc:3001/scaling, which serves no scaler.`,
    );
    expect(asks('dashboard-health.sluice.svc', 'dashboard-health.other.svc')).toContain(
      `${scaler} asks http://dashboard-health.other.svc:3018/scaling, which serves no scaler.`,
    );
    expect(asks('queues.routing.leads', 'queues.router.leads')).toEqual([
      `${scaler} reads queues.router.leads, which says nothing of its queue.`,
      `${scaler} does not look at queues.routing.leads.`,
    ]);
    expect(asks('"type":"metrics-api"', '"type":"redis"')).toContain(
      `${scaler} asks a redis, which does not count what waits.`,
    );
    expect(asks('"fallback":', '"fall":')).toContain(
      `${scaler} does not say how many run while no answer comes.`,
    );
  });

  it('reports a port that no service listens on, in each place where it occurs', () => {
    expect(checkManifests(planted('kubernetes', '"containerPort":3013', '"containerPort":3999'))).toContain(
      'k8s/base Deployment delivery opens 3999 as health where the port is 3013.',
    );
    expect(checkManifests(planted('kubernetes', '"value":"3012"', '"value":"3999"'))).toContain(
      'k8s/base Deployment routing sets HEALTH_PORT to 3999 where the port is 3012.',
    );
    expect(checkManifests(planted('compose', '"HEALTH_PORT":"3016"', '"HEALTH_PORT":"3999"'))).toContain(
      'docker-compose.yml service webhook sets HEALTH_PORT to 3999 where the port is 3016.',
    );
    expect(checkManifests(planted('dockerfile', 'EXPOSE 3000', 'EXPOSE 3999'))).toEqual([
      'Dockerfile target gateway exposes 3999 and 3010 where its ports are 3000 and 3010.',
    ]);
  });

  it.each([
    ['--max-semi-space-size=16', 'delivery'],
    ['--no-memory-reducer', 'gateway'],
    ['--max-semi-space-size=8', 'dashboard'],
    ['MALLOC_ARENA_MAX=2', 'pixel'],
  ])('reports an image that starts without `npm start`’s memory setting %s', (setting, target) => {
    const changed = planted('dockerfile', setting, setting.replace(/\d+$|reducer/, '99'));
    expect(checkManifests(changed)).toContain(`Dockerfile target ${target} does not start with ${setting}.`);
  });

  it.each([
    ['dockerfile', '-slim@sha256:', 'node:24-bookworm-slim', 'Dockerfile'],
    ['compose', 'caddy:2.10.2-alpine@sha256:', 'caddy:2.10.2-alpine', 'docker-compose.yml'],
    ['kubernetes', 'mongo:8.0@sha256:', 'mongo:8.0', 'k8s/overlays/local'],
  ] as const)(
    'reports a third-party image in %s that is named only by its tag',
    (part, pinned, tag, where) => {
      const loose = planted(part, pinned, pinned.replace('@sha256:', '#'));
      expect(checkManifests(loose)).toContainEqual(
        expect.stringMatching(new RegExp(`^${where} takes ${tag}#\\w+ without a digest\\.$`)),
      );
    },
  );

  it('reports a missing service and an unknown one', () => {
    const renamed = checkManifests(planted('compose', '"pixel":', '"pixels":'));
    expect(renamed).toContain('docker-compose.yml has no service named pixel.');
    expect(renamed).toContain('docker-compose.yml runs pixels, which is no service of ours.');
    expect(checkManifests(planted('dockerfile', 'FROM service AS sms', 'FROM service AS text'))).toEqual([
      'Dockerfile has no target named sms.',
      'The release builds sms, which is no target of the Dockerfile.',
    ]);
  });

  it('reports a variable that no service reads, that is missing, or that production refuses', () => {
    const misspelt = checkManifests(planted('compose', '"OPERATOR_PASSWORD"', '"OPERATOR_PASSPHRASE"'));
    expect(misspelt).toContain('docker-compose.yml service dashboard does not set OPERATOR_PASSWORD.');
    expect(misspelt).toContain(
      'docker-compose.yml service dashboard sets OPERATOR_PASSPHRASE, which .env.example does not explain.',
    );
    expect(checkManifests(planted('kubernetes', '"PUBLIC_URL","value', '"OUTBOUND_ALLOW","value'))).toContain(
      'k8s/base Deployment gateway sets OUTBOUND_ALLOW, which production refuses.',
    );
  });

  it('reports metrics that are reachable without restriction', () => {
    expect(
      checkManifests(planted('kubernetes', '"prometheus.io/port":"3010"', '"prometheus.io/port":"3000"')),
    ).toContain('k8s/base Deployment gateway has its metrics collected on 3000 where they are on 3010.');
  });

  it('reports a platform that kills a process before its longest call has ended', () => {
    expect(
      checkManifests(
        planted('kubernetes', '"terminationGracePeriodSeconds":160', '"terminationGracePeriodSeconds":150'),
      ),
    ).toContain('k8s/base Deployment delivery is killed after 150 seconds where it may need 155.');
    expect(
      checkManifests(planted('kubernetes', '"sleep":{"seconds":5}', '"sleep":{"seconds":20}')),
    ).toContain('k8s/base Deployment gateway is killed after 45 seconds where it may need 55.');
    expect(
      checkManifests(planted('compose', '"stop_grace_period":"340s"', '"stop_grace_period":"60s"')),
    ).toContain('docker-compose.yml service webhook is killed after 60 seconds where it may need 335.');
    expect(
      checkManifests(planted('compose', '"SHUTDOWN_GRACE_SECONDS":"150"', '"SHUTDOWN_GRACE_SECONDS":"12"')),
    ).toEqual([
      'docker-compose.yml service delivery sets SHUTDOWN_GRACE_SECONDS to 12 where its longest call needs 150.',
    ]);
  });

  it('reports a deployment that migrates nothing, or does not wait for the migration', () => {
    expect(checkManifests(planted('kubernetes', '"args":["migrate"]', '"args":["doctor"]'))).toContain(
      'k8s/base Job migrate does not run `sluice migrate`.',
    );
    expect(checkManifests(planted('compose', '"command":["migrate"]', '"command":["doctor"]'))).toEqual([
      'docker-compose.yml has no service named migrate that runs `sluice migrate`.',
    ]);
    expect(checkManifests(planted('compose', 'service_completed_successfully', 'service_started'))).toContain(
      'docker-compose.yml service routing does not wait until migrate has done its work.',
    );
  });

  it('reports a health check that asks another port, or does not restart a hanging process', () => {
    const problem = 'docker-compose.yml service routing does not have its health check ask port 3012.';
    expect(checkManifests(planted('compose', 'probe/main.js","3012"', 'probe/main.js","3011"'))).toEqual([
      problem,
    ]);
    expect(checkManifests(planted('compose', 'runtime/dist/probe/main.js', 'runtime/dist/ask.js'))).toContain(
      problem,
    );
  });

  it('reports a release that lacks an image, or is built on another base', () => {
    expect(checkManifests(planted('release', '"pixel",', ''))).toEqual([
      'The release builds no image of pixel.',
    ]);
    expect(checkManifests(planted('release', 'node:24-bookworm-slim', 'node:18'))).toEqual([
      'The release pins node:18 where the Dockerfile begins from node:24-bookworm-slim.',
    ]);
  });

  it('reports a demo whose buyer has no image', () => {
    expect(checkManifests(planted('dockerfile', 'packages/sink/dist/main.js', 'sink.js'))).toEqual([
      'Dockerfile has no target named sink that starts packages/sink/dist/main.js.',
    ]);
  });

  it('reports a database without a replica set, or a service that does not know it', () => {
    expect(checkManifests(planted('compose', '"--replSet","rs0",', ''))).toContain(
      'docker-compose.yml runs MongoDB without a replica set.',
    );
    expect(checkManifests(planted('compose', '?replicaSet=rs0', ''))).toContain(
      'docker-compose.yml service migrate does not name the replica set rs0 of MongoDB.',
    );
  });

  it('reports a policy that leaves our pods open, or cuts off other pods of the namespace', () => {
    const problem =
      'k8s/base has no NetworkPolicy that denies our pods, and no others, everything by default.';
    const asks = (from: string, to: string) => checkManifests(planted('kubernetes', from, to));
    expect(asks('"policyTypes":["Ingress","Egress"]', '"policyTypes":["Ingress"]')).toContain(problem);
    const ours = '"podSelector":{"matchLabels":{"app.kubernetes.io/part-of":"sluice"}}';
    expect(asks(ours, '"podSelector":{}')).toContain(problem);
  });

  it.each([
    ['a value of another type', '"maxReplicas":12', '"maxReplicas":"many"'],
    ['a missing field', '"maxSkew":1,', ''],
    ['a misspelt field', '"readOnlyRootFilesystem"', '"readonlyRootFilesystem"'],
    ['an unknown kind', '"kind":"ScaledObject"', '"kind":"ScalingObject"'],
    ['a misspelt field of KEDA', '"minReplicaCount"', '"minReplicas"'],
    ['a misspelt field of the Prometheus operator', '"honorLabels"', '"honourLabels"'],
  ])(
    'reports an object that a cluster would refuse: %s',
    (_what, from, to) => {
      const { kubernetes } = planted('kubernetes', from, to);
      const production = kubernetes.filter(({ folder }) => folder === 'k8s/overlays/production');
      expect(checkSchemas(production).join('\n')).toMatch(
        /^k8s\/overlays\/production \w+ [a-z]+ (is refused: .|has the kind .*no schema)/m,
      );
    },
    60_000,
  );

  it('reports an image with development dependencies, without its own, or run by root', () => {
    expect(checkManifests(planted('dockerfile', ' --omit=optional', ''))).toEqual([
      'Dockerfile stage service-modules installs without --omit=optional.',
      'Dockerfile stage operator-modules installs without --omit=optional.',
      'Dockerfile stage sink-modules installs without --omit=optional.',
    ]);
    expect(checkManifests(planted('dockerfile', '/packages/domain/', '/packages/embedded-mongo/'))).toEqual(
      expect.arrayContaining([
        'Dockerfile target gateway lacks @sluice/domain, which @sluice/gateway is built on.',
        'Dockerfile target gateway carries @sluice/embedded-mongo, which is for development only.',
      ]),
    );
    expect(checkManifests(planted('dockerfile', '--workspace=@sluice/webhook', ''))).toEqual([
      'Dockerfile stage service-modules does not install what webhook needs.',
    ]);
    expect(checkManifests(planted('dockerfile', 'USER 1000:1000', 'USER root'))).toContain(
      'Dockerfile target gateway does not run as a numbered user other than root.',
    );
  });
});
