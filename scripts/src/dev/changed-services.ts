/** Which services run recompiled code. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@sluice/local';
import { serviceNames, type ServiceName } from '@sluice/local';

/** For each service, a number that grows when its code, or that of a package it uses, is recompiled. */
export type CodeStamps = ReadonlyMap<ServiceName, number>;

/** The current stamps of all services. */
export function codeStamps(root = projectRoot): CodeStamps {
  return new Map(
    serviceNames.map((name) => [
      name,
      newest(join(root, 'services', name), join(root, 'packages'), new Set()),
    ]),
  );
}

/** The services whose code differs between two readings. */
export function changedServices(before: CodeStamps, after: CodeStamps): ServiceName[] {
  return serviceNames.filter((name) => before.get(name) !== after.get(name));
}

function newest(folder: string, packages: string, seen: Set<string>): number {
  if (seen.has(folder) || !existsSync(join(folder, 'package.json'))) return 0;
  seen.add(folder);
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  const used = Object.keys(dependencies)
    .filter((name) => name.startsWith('@sluice/'))
    .map((name) => newest(join(packages, name.slice('@sluice/'.length)), packages, seen));
  return Math.max(newestProgram(join(folder, 'dist')), ...used);
}

function newestProgram(dist: string): number {
  if (!existsSync(dist)) return 0;
  const programs = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  );
  return Math.max(0, ...programs.map((file) => statSync(join(dist, file)).mtimeMs));
}
