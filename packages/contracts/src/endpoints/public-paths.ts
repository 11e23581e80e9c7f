/**
 * What the gateway answers to the outside, once: a proxy and an ingress in front of it let through these paths, and no
 * others. They are compared with this list.
 */
export const publicPaths = [
  { path: '/api', below: true },
  { path: '/hooks', below: true },
  { path: '/post', below: true },
  { path: '/docs', at: true, below: true },
  { path: '/openapi.json', at: true },
  { path: '/schemas/tenant.json', at: true },
  // Kubernetes asks the pods themselves.
  { path: '/healthz', at: true, probe: true },
  { path: '/readyz', at: true, probe: true },
] as const satisfies readonly {
  readonly path: `/${string}`;
  /** Whether it is the path itself, and whether what is below it. */
  readonly at?: true;
  readonly below?: true;
  readonly probe?: true;
}[];
