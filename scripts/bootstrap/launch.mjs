// From a command's name to its running code: dependencies, build, then the compiled command in this same process. Uses
// only Node's built-in modules, because nothing may be installed yet. All messages go to stderr; stdout belongs to the
// command.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildWhenStale } from './build.mjs';
import { installWhenNeeded } from './dependencies.mjs';
import { Interrupted } from './run-child.mjs';
import { buildWebWhenStale } from './web.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs one command with its arguments. Sets the exit code 2 for wrong usage, and 1 if the command could not be started.
 */
export async function launch([command, ...args]) {
  const commands = availableCommands(join(root, 'scripts'));
  if (command === undefined || !commands.has(command)) {
    const what = command === undefined ? 'No command given' : `Unknown command "${command}"`;
    console.error(`${what}; available commands: ${[...commands.keys()].sort().join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  try {
    await installWhenNeeded(root);
    await buildAll();
  } catch (error) {
    if (error instanceof Interrupted) process.exit(error.exitCode);
    console.error(error.message);
    process.exitCode = 1;
    return;
  }
  const entry = join(root, 'scripts', 'dist', commands.get(command));
  // The command reads its arguments as if it had been started directly.
  process.argv = [process.execPath, entry, ...args];
  await import(pathToFileURL(entry).href);
}

// The web app takes from the other workspaces only types, and words from their source, so neither build needs the other.
// Waits for both, even if one fails.
async function buildAll() {
  const builds = await Promise.allSettled([buildWhenStale(root), buildWebWhenStale(root)]);
  const failed = builds.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

/** Every command defined by the sources, with its compiled file: `x.ts`, or `main.ts` in a folder of that name. */
export function availableCommands(scriptsDir) {
  const source = join(scriptsDir, 'src');
  const commands = new Map();
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    if (entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts')) {
      const name = entry.name.slice(0, -'.ts'.length);
      commands.set(name, `${name}.js`);
    } else if (entry.isDirectory() && existsSync(join(source, entry.name, 'main.ts'))) {
      if (!commands.has(entry.name)) commands.set(entry.name, join(entry.name, 'main.js'));
    }
  }
  return commands;
}
