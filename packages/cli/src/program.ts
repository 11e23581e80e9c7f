/** The command line: every command with its arguments and options. */
import { Command } from 'commander';
import { serviceNames } from '@sluice/local';
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

/** The program, ready to parse; it throws a `CommanderError` instead of exiting. Commands load what they need when they run. */
export function createProgram(): Command {
  const program = new Command('sluice').description('operate a Sluice installation').exitOverride();
  addServer(program);
  // `packages/sluice` starts services, and the package for npm does not; this is the help of both.
  program.addHelpText(
    'after',
    `\nServices, which the image and a clone start and which run until they are told to stop: ${serviceNames.join(', ')}`,
  );
  for (const add of commands) add(program);
  // Subcommands do not inherit this setting, so each one gets it.
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap((sub) => all(sub))];
  for (const command of all(program)) command.exitOverride();
  return program;
}
