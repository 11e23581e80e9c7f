/**
 * The frame of a program's process: reads its settings, runs its role, reports that it is ready, and ends on request.
 */
import type { ProgramSettings } from './start-program.js';

/** A role that runs until the process ends; returns its address if it listens. */
export type Role = (settings: Required<ProgramSettings>) => Promise<string | void>;

/** Runs the role that the command line names. */
export async function runRole(roles: Readonly<Record<string, Role>>): Promise<void> {
  const [name = '', settings = '{}'] = process.argv.slice(2);
  const role = roles[name];
  if (!role) throw new Error(`There is no role ${name}.`);
  process.once('SIGTERM', () => process.exit(0)).once('disconnect', () => process.exit(0));
  // Ctrl-C reaches every process of the terminal; the bench ends its programs itself.
  process.on('SIGINT', () => undefined);
  const url = await role(JSON.parse(settings) as Required<ProgramSettings>);
  process.send?.({ url: url ?? '' });
}
