/** `npm run pack`: the packages that others install, as tarballs in `dist`, or after `--` in another folder. */
import { lineProgress, Problem, projectRoot, report } from '@sluice/local';
import { join, resolve } from 'node:path';
import { packPackages } from './pack-packages.js';

try {
  const [folder, ...others] = process.argv.slice(2);
  if (others.length > 0 || folder?.startsWith('-'))
    throw new Problem('"npm run pack" takes the name of one folder, or none.', 2);
  const into = folder ? resolve(process.env['INIT_CWD'] ?? '', folder) : join(projectRoot, 'dist');
  const { note } = lineProgress();
  for (const { file } of await packPackages(into)) note(file);
} catch (error) {
  report(error);
}
