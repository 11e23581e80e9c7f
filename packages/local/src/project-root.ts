/** Where this project lies, whatever folder a command was typed in. */
import { fileURLToPath } from 'node:url';

/** The folder that holds the root package.json. */
export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));
