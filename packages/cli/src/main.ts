/**
 * The `sluice` operator command. Each subcommand has a folder of its own, and loads its dependencies only when it runs.
 * Exit codes: 0, 1 failed, 2 wrong usage.
 */
import { Command, CommanderError } from 'commander';
import { Problem, report, serviceNames } from '@sluice/local';
import { addServer } from './admin/with-operations.js';
import { addAdminKeys } from './admin-keys/command.js';
import { addApply } from './apply/command.js';
import { addAttempts } from './attempts/command.js';
import { addAudit } from './audit/command.js';
import { addCircuits } from './circuits/command.js';
import { addCompletion } from './completion/command.js';
import { addCredentials } from './credentials/command.js';
import { addDoctor } from './doctor/command.js';
import { addErase } from './erase/command.js';
import { addExport } from './export/command.js';
import { addHold } from './hold/command.js';
import { addKeys } from './keys/command.js';
import { addLeads } from './leads/command.js';
import { addLedger } from './ledger/command.js';
import { addMigrate } from './migrate/command.js';
import { addQueues } from './queues/command.js';
import { addOperators } from './operators/command.js';
import { addPeople } from './people/command.js';
import { addReplay } from './replay/command.js';
import { addReturns } from './returns/command.js';
import { addSchema } from './schema/command.js';
import { addSecrets } from './secrets/command.js';
import { addSend } from './send/command.js';
import { addReport } from './report/command.js';
import { addSimulate } from './simulate/command.js';
import { addWhatIf } from './what-if/command.js';
import { addSuppression } from './suppression/command.js';
import { addSuppliers } from './suppliers/command.js';
import { addTenants } from './tenants/command.js';
import { addVersion } from './version/command.js';

// A time without an offset means the same on every operator's machine.
process.env['TZ'] = 'UTC';

const program = new Command('sluice').description('operate a Sluice installation').exitOverride();
const commands = [
  addApply,
  addTenants,
  addKeys,
  addAdminKeys,
  addSuppliers,
  addSuppression,
  addLeads,
  addSend,
  addSimulate,
  addWhatIf,
  addReport,
  addReplay,
  addReturns,
  addLedger,
  addOperators,
  addPeople,
  addAttempts,
  addErase,
  addExport,
  addHold,
  addCredentials,
  addSecrets,
  addQueues,
  addCircuits,
  addAudit,
  addSchema,
  addMigrate,
  addDoctor,
  addVersion,
  addCompletion,
];
addServer(program);
// `packages/sluice` starts services; this is the help of both.
program.addHelpText('after', `\nServices, which run until they are told to stop: ${serviceNames.join(', ')}`);
for (const add of commands) add(program);
// Subcommands do not inherit this setting, so each one gets it.
const all = (command: Command): Command[] => [command, ...command.commands.flatMap((sub) => all(sub))];
for (const command of all(program)) command.exitOverride();

try {
  await program.parseAsync(process.argv.slice(2), { from: 'user' });
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else report(await withoutDatabase(error));
}

// An unavailable or outdated database is no defect of the command.
async function withoutDatabase(error: unknown): Promise<unknown> {
  const { isStoreUnavailable, SchemaBehindError, ServerTooOldError } = await import('@sluice/store');
  if (error instanceof SchemaBehindError) return new Problem(`${capitalised(error.message)} first.`);
  if (error instanceof ServerTooOldError)
    return new Problem(`${capitalised(error.message)}: upgrade it, or correct MONGODB_URL.`);
  const { cause } = error instanceof Error ? error : {};
  if (!isStoreUnavailable(error) && !isStoreUnavailable(cause)) return error;
  return new Problem(
    'MongoDB does not answer: start it, or correct MONGODB_URL; `sluice doctor` finds the cause.',
  );
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
