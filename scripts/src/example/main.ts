/** `npm run example NAME`: starts the TypeScript example in `examples/NAME`, which says where it listens. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Problem, projectRoot, report } from '@sluice/local';
import { rolldown } from 'rolldown';

const examples = join(projectRoot, 'examples');
const names = readdirSync(examples, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('main.ts'))
  .map((file) => file.replaceAll('\\', '/').replace(/\/main\.ts$/, ''));

try {
  const [name = '', ...others] = process.argv.slice(2);
  if (!names.includes(name) || others.length > 0)
    throw new Problem(`"npm run example" takes one of ${names.toSorted().join(', ')}.`, 2);
  await start(join(examples, name, 'main.ts'));
} catch (error) {
  report(error);
}

/** Compiles the example with the packages of the project that it imports, and runs it in this process. */
async function start(file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-example-'));
  try {
    // With all that it imports, in the version that each importer requires.
    const bundle = await rolldown({ input: file, platform: 'node', logLevel: 'silent' });
    await bundle.write({ file: join(folder, 'main.mjs') });
    await bundle.close();
    await import(pathToFileURL(join(folder, 'main.mjs')).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
