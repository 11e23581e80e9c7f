/**
 * Compares the Dockerfile with the services: a target each, its ports and memory settings, no root user, no development
 * package.
 */
import { memoryEnvironment, memoryFlags, services, type ServiceContract } from '@sluice/local';
import { chainOf, instructionsOf, parseStages, type Stage } from './dockerfile-stages.js';
import type { Manifests } from './read-manifests.js';

const developmentOnly = [
  '@sluice/embedded-mongo',
  '@sluice/launch',
  '@sluice/sink',
  '@sluice/testing',
  '@sluice/chaos',
];

/** One sentence for each problem; empty if there are none. */
export function checkDockerfile({
  dockerfile,
  workspaces,
}: Pick<Manifests, 'dockerfile' | 'workspaces'>): string[] {
  const stages = parseStages(dockerfile);
  const problems = services.flatMap((service) => {
    const chain = chainOf(service.name, stages);
    return chain.length === 0
      ? [`Dockerfile has no target named ${service.name}.`]
      : checkTarget(service, chain, workspaces);
  });
  const operator = chainOf('operator', stages);
  if (operator.length === 0) problems.push('Dockerfile has no target named operator.');
  else problems.push(...checkOperator(operator, workspaces));

  const sink = chainOf('sink', stages);
  if (!instructionsOf(sink, 'CMD').some((line) => line.includes('packages/sink/dist/main.js'))) {
    problems.push('Dockerfile has no target named sink that starts packages/sink/dist/main.js.');
  }

  for (const { name, instructions } of stages) {
    const installs = instructions.filter((line) => line.startsWith('RUN') && line.includes('npm ci'));
    for (const install of installs) {
      if (!name.endsWith('-modules')) continue;
      for (const flag of ['--omit=dev', '--omit=optional']) {
        if (!install.includes(flag)) problems.push(`Dockerfile stage ${name} installs without ${flag}.`);
      }
      if (name !== 'service-modules') continue;
      for (const service of services) {
        if (!install.includes(`--workspace=@sluice/${service.name} `)) {
          problems.push(`Dockerfile stage ${name} does not install what ${service.name} needs.`);
        }
      }
    }
  }
  return problems;
}

function checkTarget(
  service: ServiceContract,
  chain: readonly Stage[],
  workspaces: Manifests['workspaces'],
): string[] {
  const problems = checkImage(service.name, `@sluice/${service.name}`, chain, workspaces);
  const program = `services/${service.name}/dist/main.js`;
  if (!instructionsOf(chain, 'CMD').some((line) => line.includes(program))) {
    problems.push(`Dockerfile target ${service.name} does not start ${program}.`);
  }
  problems.push(...checkMemory(service, chain));
  const exposed = instructionsOf(chain, 'EXPOSE').flatMap((line) => line.split(/\s+/).slice(1).map(Number));
  const wanted = service.ports.map(({ port }) => port);
  if (exposed.join() !== wanted.join()) {
    problems.push(
      `Dockerfile target ${service.name} exposes ${list(exposed)} where its ports are ${list(wanted)}.`,
    );
  }
  return problems;
}

function checkMemory({ name }: ServiceContract, chain: readonly Stage[]): string[] {
  const environment = instructionsOf(chain, 'ENV').join(' ');
  const options = [...environment.matchAll(/\bNODE_OPTIONS="([^"]*)"/g)].at(-1)?.[1] ?? '';
  // What follows the program is for the program.
  const [command = ''] = instructionsOf(chain, 'CMD').at(-1)?.split('services/') ?? [];
  const wrong = memoryFlags(name).filter((flag) => lastLike(flag, `${options} ${command}`) !== flag);
  for (const [variable, value] of Object.entries(memoryEnvironment)) {
    const given = [...environment.matchAll(new RegExp(`\\b${variable}=(\\S+)`, 'g'))].at(-1)?.[1];
    if (given !== value) wrong.push(`${variable}=${value}`);
  }
  return wrong.map((setting) => `Dockerfile target ${name} does not start with ${setting}.`);
}

/** The last flag of the same name: Node reads NODE_OPTIONS before its own arguments, and the last one counts. */
function lastLike(flag: string, given: string): string | undefined {
  const nameOf = (one: string) => one.replace(/=.*/, '');
  return (given.match(/--[\w-]+(=\d+)?/g) ?? []).findLast((one) => nameOf(one) === nameOf(flag));
}

function checkOperator(chain: readonly Stage[], workspaces: Manifests['workspaces']): string[] {
  const problems = checkImage('operator', '@sluice/cli', chain, workspaces);
  const program = 'packages/cli/dist/main.js';
  const carried = instructionsOf(chain, 'COPY').some((line) => line.includes('/packages/cli/dist '));
  if (!carried || !instructionsOf(chain, 'ENTRYPOINT').some((line) => line.includes(program))) {
    problems.push(`Dockerfile target operator does not start ${program}.`);
  }
  return problems;
}

function checkImage(
  target: string,
  root: string,
  chain: readonly Stage[],
  workspaces: Manifests['workspaces'],
): string[] {
  const problems: string[] = [];
  const user = instructionsOf(chain, 'USER').at(-1)?.split(/\s+/)[1] ?? '';
  if (!/^[1-9]\d*(:\d+)?$/.test(user)) {
    problems.push(`Dockerfile target ${target} does not run as a numbered user other than root.`);
  }
  const copied = new Set(
    instructionsOf(chain, 'COPY').flatMap((line) => {
      const name = /\/packages\/([a-z-]+)\/dist\b/.exec(line)?.[1];
      return name === undefined ? [] : [`@sluice/${name}`];
    }),
  );
  for (const needed of dependenciesOf(root, workspaces)) {
    if (!copied.has(needed) && !developmentOnly.includes(needed)) {
      problems.push(`Dockerfile target ${target} lacks ${needed}, which ${root} is built on.`);
    }
  }
  for (const name of developmentOnly) {
    if (copied.has(name))
      problems.push(`Dockerfile target ${target} carries ${name}, which is for development only.`);
  }
  return problems;
}

/** All our own packages that `root` depends on, directly or indirectly. */
function dependenciesOf(root: string, workspaces: Manifests['workspaces']): Set<string> {
  const reached = new Set<string>();
  const visit = (name: string): void => {
    for (const dependency of workspaces.get(name) ?? []) {
      if (reached.has(dependency)) continue;
      reached.add(dependency);
      // Dependencies of development-only packages, such as the embedded engine, do not count.
      if (!developmentOnly.includes(dependency)) visit(dependency);
    }
  };
  visit(root);
  return reached;
}

function list(ports: readonly number[]): string {
  return ports.length === 0 ? 'no port' : ports.join(' and ');
}
