/**
 * `sluice <service>` runs that service until it is told to stop; any other command is an operator's. Each loads only its
 * own part.
 */
import { serviceModules } from './services.js';

const command = process.argv[2] ?? '';
const isService = (name: string): name is keyof typeof serviceModules => Object.hasOwn(serviceModules, name);

await (isService(command) ? serviceModules[command].start() : import('@sluice/cli/main'));
