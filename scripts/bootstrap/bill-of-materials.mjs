// The packages that were bundled into the artefact, as CycloneDX, because a scanner finds no package.json of theirs in an
// image. (`npm sbom` leaves out packages that the root also uses for development.)
import { readFileSync } from 'node:fs';

/** The bill of materials of these modules, by their paths. */
export function billOfMaterials(moduleIds) {
  const folders = moduleIds.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]);
  const found = new Map();
  for (const folder of new Set(folders.filter((folder) => folder !== undefined))) {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const licenses = typeof license === 'string' ? [{ expression: license }] : [];
    found.set(purl, { type: 'library', 'bom-ref': purl, name, version, purl, licenses });
  }
  const components = [...found.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1));
  return { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components };
}
