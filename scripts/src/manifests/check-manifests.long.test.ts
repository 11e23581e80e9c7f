import { fileURLToPath } from 'node:url';
import { checkManifests } from './check-manifests.js';
import { checkSchemas } from './check-schemas.js';
import { at, listAt, readManifests, type Manifests, type Part } from './read-manifests.js';

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

  it('finds every object valid by the schema of its kind', () => {
    expect(checkSchemas(manifests.kubernetes)).toEqual([]);
  }, 120_000);

  it('every pod forgoes root, a writable root file system, capabilities and a service account’s token', () => {
    const pods = manifests.kubernetes.flatMap(podsOf);
    expect(pods.length).toBeGreaterThan(36);
    for (const pod of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        containers: listAt(pod, 'containers').map(() => ({
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

  it.each([
    [
      'kubernetes',
      '"containerPort":3013',
      '"containerPort":3999',
      'k8s/overlays/medium delivery ports health is 3999, not 3013.',
    ],
    [
      'kubernetes',
      '"value":"3012"',
      '"value":"3999"',
      'k8s/overlays/small routing env HEALTH_PORT is "3999", not "3012".',
    ],
    [
      'kubernetes',
      '"prometheus.io/port":"3010"',
      '"prometheus.io/port":"3000"',
      'k8s/overlays/large gateway template metadata annotations prometheus.io/port is "3000", not "3010".',
    ],
    [
      'kubernetes',
      '"terminationGracePeriodSeconds":160',
      '"terminationGracePeriodSeconds":150',
      'k8s/overlays/local delivery template spec terminationGracePeriodSeconds is 150, not at least 155.',
    ],
    [
      'kubernetes',
      '"sleep":{"seconds":5}',
      '"sleep":{"seconds":20}',
      'k8s/overlays/medium gateway template spec terminationGracePeriodSeconds is 45, not at least 55.',
    ],
    [
      'kubernetes',
      '"OPERATOR_PASSWORD","valueFrom"',
      '"OPERATOR_PASSPHRASE","valueFrom"',
      'k8s/overlays/small dashboard env OPERATOR_PASSWORD is missing, not "OPERATOR_PASSWORD".',
    ],
    [
      'kubernetes',
      '"NODE_ENV","value":"production"',
      '"OUTBOUND_ALLOW","value":"10.0.0.0/8"',
      'k8s/overlays/medium routing env OUTBOUND_ALLOW is not known.',
    ],
    [
      'kubernetes',
      '"args":["migrate"]',
      '"args":["doctor"]',
      'k8s/overlays/small Job migrate template spec containers 0 args is ["doctor"], not ["migrate"].',
    ],
    [
      'kubernetes',
      '"args":["sms"]',
      '"args":["pixel"]',
      'k8s/overlays/small sms args is ["pixel"], not ["sms"].',
    ],
    [
      'kubernetes',
      '"path":"/readyz"',
      '"path":"/healthz"',
      'k8s/overlays/small sms readinessProbe httpGet path is "/healthz", not "/readyz".',
    ],
    [
      'kubernetes',
      'registry.example.com/sluice:',
      'registry.example.com/sluice/sms:',
      'k8s/overlays/small image registry.example.com/sluice/sms:0.1.0 is "registry.example.com/sluice/sms:0.1.0", not pinned by its digest.',
    ],
    [
      'kubernetes',
      'mongo:8.0@sha256:',
      'mongo:8.0#',
      expect.stringMatching(/^k8s\/overlays\/local image mongo:8\.0#.* not pinned/),
    ],
    [
      'kubernetes',
      '"minReplicaCount":2',
      '"minReplicaCount":0',
      'k8s/overlays/medium ScaledObject sms minReplicaCount is 0, not at least 2.',
    ],
    [
      'kubernetes',
      ':3018/scaling',
      ':3001/scaling',
      expect.stringMatching(/^k8s\/overlays\/large ScaledObject pixel triggers 0 metadata url is /),
    ],
    [
      'kubernetes',
      'queues.routing.leads',
      'queues.router.leads',
      expect.stringMatching(
        /^k8s\/overlays\/medium ScaledObject routing triggers 0 metadata valueLocation is /,
      ),
    ],
    [
      'kubernetes',
      '"policyTypes":["Ingress","Egress"]',
      '"policyTypes":["Ingress"]',
      'k8s/overlays/small NetworkPolicy default-deny policyTypes is ["Ingress"], not ["Ingress","Egress"].',
    ],
    [
      'kubernetes',
      '"name":"pixel"',
      '"name":"pixels"',
      expect.stringMatching(/^k8s\/overlays\/small services is .*"pixels"/),
    ],
    [
      'compose',
      '"HEALTH_PORT":"3016"',
      '"HEALTH_PORT":"3999"',
      'docker-compose.yml webhook environment HEALTH_PORT is "3999", not "3016".',
    ],
    [
      'compose',
      '"OPERATOR_PASSWORD"',
      '"OPERATOR_PASSPHRASE"',
      'docker-compose.yml dashboard environment OPERATOR_PASSPHRASE is not known.',
    ],
    [
      'compose',
      '"stop_grace_period":"340s"',
      '"stop_grace_period":"60s"',
      'docker-compose.yml webhook stop_grace_period is "60s", not at least 335.',
    ],
    [
      'compose',
      'service_completed_successfully',
      'service_started',
      expect.stringMatching(/^docker-compose.yml routing depends_on migrate condition/),
    ],
    [
      'compose',
      '"command":["migrate"]',
      '"command":["doctor"]',
      'docker-compose.yml migrate command is ["doctor"], not ["migrate"].',
    ],
    [
      'compose',
      '?replicaSet=rs0',
      '',
      expect.stringMatching(/^docker-compose.yml migrate environment MONGODB_URL/),
    ],
    ['compose', '"--replSet","rs0",', '', expect.stringMatching(/^docker-compose.yml mongo command/)],
    [
      'compose',
      'caddy:2.10.2-alpine@sha256:',
      'caddy:2.10.2-alpine#',
      expect.stringMatching(/^docker-compose.yml image caddy/),
    ],
    [
      'compose',
      'dist/probe.mjs',
      'dist/ask.mjs',
      expect.stringMatching(/^docker-compose.yml sms healthcheck test/),
    ],
    [
      'prometheus',
      'sms:3014',
      'sms:3015',
      expect.stringMatching(/^observability\/prometheus.yaml targets is /),
    ],
    ['release', '"sink"', '"buyer"', 'The release targets is ["sluice","buyer"], not ["sluice","sink"].'],
    [
      'release',
      'node:24-bookworm-slim',
      'node:18',
      'The release NODE_IMAGE is "node:18", not "node:24-bookworm-slim".',
    ],
    ['dockerfile', '-slim@sha256:', '-slim#', expect.stringMatching(/^Dockerfile NODE_IMAGE is /)],
    ['dockerfile', 'EXPOSE 3000', 'EXPOSE 3999', expect.stringMatching(/^Dockerfile sluice EXPOSE is /)],
    [
      'dockerfile',
      'USER 1000:1000',
      'USER root',
      'Dockerfile sluice USER is "USER root", not a number other than 0.',
    ],
    [
      'dockerfile',
      '--max-semi-space-size=16',
      '--max-semi-space-size=8',
      'Dockerfile sluice does not start with --max-semi-space-size=16.',
    ],
    [
      'dockerfile',
      'MALLOC_ARENA_MAX=2',
      'MALLOC_ARENA_MAX=8',
      'Dockerfile sluice does not start with MALLOC_ARENA_MAX=2.',
    ],
    [
      'dockerfile',
      'dist/sluice.mjs',
      'dist/sms.mjs',
      expect.stringMatching(/^Dockerfile sluice ENTRYPOINT is /),
    ],
    [
      'dockerfile',
      ' --omit=optional',
      '',
      'Dockerfile installs more than an image needs: RUN npm ci --omit=dev --workspace=@sluice/unbundled',
    ],
  ] as const)('reports %s with %s replaced by %s', (part, from, to, problem) => {
    expect(planted(part, from, to)).toContainEqual(problem);
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
        /^k8s\/overlays\/medium \w+ [a-z-]+ (is refused: .|has the kind .*no schema)/m,
      );
    },
    60_000,
  );
});
