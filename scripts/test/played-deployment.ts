/** Deployments as `podman play kube` takes them: as rendered, but for what only a cluster has. */
import { at, type KubernetesObject, type Part } from '../src/manifests/read-manifests.js';

/** What replaces what only a cluster has. */
export interface Replacements {
  /** Begins the names of everything that is played. */
  readonly prefix: string;
  /** The built image of an image's name. */
  readonly image: (name: string) => string;
  /** On the network of the host, where the rendered ports may be taken. */
  readonly ports: ReadonlyMap<number, number>;
  /** The values of secrets, which an operator creates beforehand. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** A Deployment to be played, and what a kubelet would ask of it. */
export interface Played {
  readonly deployment: Part;
  /** The Secrets that it reads: their names, and the values of their keys in base64. */
  readonly secrets: readonly (readonly [string, Readonly<Record<string, string>>])[];
  /** The addresses of its probes. */
  readonly probes: readonly string[];
}

/** The container ports of a Deployment. */
export function portsOf(deployment: KubernetesObject): number[] {
  return (at(containerOf(deployment), 'ports') as Part[]).map((port) => Number(port['containerPort']));
}

/**
 * Replaces the image, ports and names of Secrets, and leaves one replica. Podman asks probes by a program that the image does not have, so they are
 * left to whoever plays the Deployment.
 */
export function toPlay(deployment: KubernetesObject, replacements: Replacements): Played {
  const { prefix, image, ports } = replacements;
  const { startupProbe, livenessProbe, readinessProbe, ports: named, ...container } = containerOf(deployment);
  const env = ((container['env'] ?? portVariable(named)) as Part[]).map((one) => replaced(one, replacements));
  const portOf = (name: unknown) => {
    const found = (named as Part[]).find((port) => port['name'] === name);
    return ports.get(Number(found?.['containerPort']));
  };
  const probes = [startupProbe, livenessProbe, readinessProbe].filter((probe) => probe !== undefined);
  const template = at(deployment, 'spec.template') as Part;
  return {
    deployment: {
      ...deployment,
      metadata: { name: `${prefix}-${deployment.metadata.name}` },
      spec: {
        ...(deployment['spec'] as Part),
        // They would share the ports of the host.
        replicas: 1,
        template: {
          ...template,
          spec: {
            ...(template['spec'] as Part),
            containers: [
              { ...container, image: image(String(container['image'])), imagePullPolicy: 'Never', env },
            ],
          },
        },
      },
    },
    secrets: secretsOf(env, replacements.secrets),
    probes: probes.map(
      (probe) => `http://127.0.0.1:${portOf(at(probe, 'httpGet.port'))}${String(at(probe, 'httpGet.path'))}`,
    ),
  };
}

function containerOf(deployment: KubernetesObject): Part {
  return at(deployment, 'spec.template.spec.containers.0') as Part;
}

/** The demo's buyer has no variables: its port is the one that it has by itself. */
function portVariable(named: unknown): Part[] {
  return [{ name: 'SINK_PORT', value: String((named as Part[])[0]?.['containerPort']) }];
}

function replaced(variable: Part, { prefix, ports }: Replacements): Part {
  const port = ports.get(Number(variable['value']));
  if (port !== undefined) return { ...variable, value: String(port) };
  const secret = at(variable, 'valueFrom.secretKeyRef') as Part | undefined;
  if (secret === undefined) return variable;
  const name = `${prefix}-${String(secret['name'])}`;
  return { ...variable, valueFrom: { secretKeyRef: { ...secret, name } } };
}

/** The Secrets that variables refer to, without the keys that have no value here. */
function secretsOf(env: readonly Part[], values: Replacements['secrets']): Played['secrets'] {
  const references = env.map((one) => at(one, 'valueFrom.secretKeyRef') as Part | undefined);
  const read = references.filter((one) => one !== undefined);
  return [...new Set(read.map((one) => String(one['name'])))].map((name) => {
    const keys = read.filter((one) => one['name'] === name).map(({ key }) => String(key));
    const data = keys.flatMap((key) => {
      const value = values[key];
      return value === undefined ? [] : [[key, Buffer.from(value).toString('base64')] as const];
    });
    return [name, Object.fromEntries(data)];
  });
}
