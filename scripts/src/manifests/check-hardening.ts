/** What every pod of ours must forgo: root, a writable root file system, capabilities, a service account's token. */
import { z } from 'zod';

const probeSchema = z
  .looseObject({
    httpGet: z.looseObject({ path: z.string(), port: z.union([z.string(), z.number()]) }).optional(),
  })
  .optional();

const containerSchema = z.looseObject({
  name: z.string(),
  env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })).default([]),
  ports: z.array(z.looseObject({ name: z.string(), containerPort: z.number() })).default([]),
  args: z.array(z.string()).optional(),
  lifecycle: z
    .looseObject({
      preStop: z.looseObject({ sleep: z.looseObject({ seconds: z.number() }).optional() }).optional(),
    })
    .optional(),
  startupProbe: probeSchema,
  livenessProbe: probeSchema,
  readinessProbe: probeSchema,
  resources: z
    .looseObject({ requests: z.record(z.string(), z.unknown()), limits: z.record(z.string(), z.unknown()) })
    .partial()
    .optional(),
  securityContext: z
    .looseObject({
      allowPrivilegeEscalation: z.boolean(),
      readOnlyRootFilesystem: z.boolean(),
      capabilities: z.looseObject({ drop: z.array(z.string()) }),
    })
    .partial()
    .optional(),
});

/** A pod as far as it is judged here and in check-kubernetes.ts. */
export const podSchema = z.looseObject({
  automountServiceAccountToken: z.boolean().optional(),
  terminationGracePeriodSeconds: z.number().optional(),
  securityContext: z
    .looseObject({ runAsNonRoot: z.boolean(), seccompProfile: z.looseObject({ type: z.string() }) })
    .partial()
    .optional(),
  containers: z.array(containerSchema),
});

/** See {@link podSchema}. */
export type Pod = z.infer<typeof podSchema>;

/** One container of a {@link Pod}. */
export type Container = Pod['containers'][number];

/** One sentence for each protection that is missing; `where` begins each. */
export function checkHardening(where: string, pod: Pod): string[] {
  const demands: [boolean, string][] = [
    [pod.automountServiceAccountToken === false, 'mounts a service account’s token'],
    [pod.terminationGracePeriodSeconds !== undefined, 'does not say how long it may take to stop'],
    [pod.securityContext?.runAsNonRoot === true, 'may run as root'],
    [
      pod.securityContext?.seccompProfile?.type === 'RuntimeDefault',
      'does not use the RuntimeDefault seccomp profile',
    ],
    ...pod.containers.flatMap(({ securityContext, resources }): [boolean, string][] => [
      [securityContext?.allowPrivilegeEscalation === false, 'allows privilege escalation'],
      [securityContext?.readOnlyRootFilesystem === true, 'has a writable root file system'],
      [securityContext?.capabilities?.drop.includes('ALL') === true, 'keeps capabilities'],
      [resources?.requests !== undefined && resources.limits !== undefined, 'does not bound its resources'],
    ]),
  ];
  return demands.filter(([met]) => !met).map(([, problem]) => `${where} ${problem}.`);
}
