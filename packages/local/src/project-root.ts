/** The folder of this project, whatever the current directory. */
import { fileURLToPath } from 'node:url';

/** The folder that contains the root package.json. */
export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));
