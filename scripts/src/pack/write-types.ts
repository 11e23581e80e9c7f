/** The types of a package: what the compiler declared of its workspaces, which refer to each other by their place. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { projectRoot } from '@sluice/local';

/** Writes the declarations of these workspaces into a folder for each; answers with all that they import of others. */
export function writeTypes(workspaces: readonly string[], folder: string): string[] {
  const imported = new Set<string>();
  for (const workspace of workspaces) {
    const compiled = join(projectRoot, 'packages', workspace, 'dist');
    for (const file of readdirSync(compiled, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.d.ts')) continue;
      const written = join(folder, workspace, file);
      const text = readFileSync(join(compiled, file), 'utf8')
        .replaceAll(/from '@sluice\/(\w+)'/g, (_, name: string) => {
          const place = relative(dirname(written), join(folder, name, 'index.js'));
          return `from '${place.startsWith('.') ? place : `./${place}`}'`;
        })
        .replace(/\/\/# sourceMappingURL=.*\n?$/, '');
      for (const [, id = ''] of text.matchAll(/(?:from |import\()["']([^."'][^"']*)["']/g)) imported.add(id);
      mkdirSync(dirname(written), { recursive: true });
      writeFileSync(written, text);
    }
  }
  return [...imported];
}
