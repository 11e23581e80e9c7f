/** `sluice operators add|list|role|disable|enable|password|remove`: the persons who work on the installation. */
import {
  adminAddOperator,
  adminDisableOperator,
  adminEnableOperator,
  adminListOperators,
  adminRemoveOperator,
  adminResetOperatorPassword,
  adminRoles,
  adminSetOperatorRole,
} from '@sluice/contracts';
import { Argument, Option, type Command } from 'commander';
import { withOperations } from '../admin/with-operations.js';
import { answer, table } from '../output.js';

interface Options {
  readonly role?: string;
  readonly json?: boolean;
}

const changes = [
  ['disable', 'keep an operator out until they are enabled again', adminDisableOperator],
  ['enable', 'let a disabled operator log in again', adminEnableOperator],
  ['remove', 'remove an operator; the sessions end within seconds', adminRemoveOperator],
] as const;

export function addOperators(program: Command): void {
  const operators = program.command('operators').description('persons who work on the installation');

  operators
    .command('add')
    .argument('<name>', 'the name that they log in with')
    .addOption(new Option('--role <role>', 'what they may do').choices(adminRoles).makeOptionMandatory())
    .option('--json', 'answer as JSON')
    .description('add an operator; the password is shown once')
    .action(async (name: string, { role, json }: Options) => {
      const { password } = await withOperations((operate) =>
        operate.call(adminAddOperator, { body: { name, role } }),
      );
      answer(json, { name, role, password }, () => `${password}\nIt is not shown again.`);
    });

  operators
    .command('list')
    .option('--json', 'answer as JSON')
    .description('the operators')
    .action(async ({ json }: Options) => {
      const { operators: found } = await withOperations((operate) => operate.call(adminListOperators));
      answer(json, found, () =>
        table([
          ['NAME', 'ROLE', 'BY', 'SINCE', 'LAST LOGIN', 'STATE'],
          ...found.map(({ name, role, via, createdAt, lastLoginAt, disabledAt }) => [
            ...[name, role, via, createdAt, lastLoginAt ?? 'never'],
            disabledAt === null ? 'may log in' : 'disabled',
          ]),
        ]),
      );
    });

  operators
    .command('role')
    .argument('<name>', 'as listed')
    .addArgument(new Argument('<role>', 'what they may do').choices(adminRoles))
    .option('--json', 'answer as JSON')
    .description('give an operator another role')
    .action(async (name: string, role: string, { json }: Options) => {
      await withOperations((operate) =>
        operate.call(adminSetOperatorRole, { params: { name }, body: { role } }),
      );
      answer(json, { name, role }, () => `Done: ${name} has the role ${role}.`);
    });

  operators
    .command('password')
    .argument('<name>', 'as listed')
    .option('--json', 'answer as JSON')
    .description('give an operator a new password, shown once; the sessions end')
    .action(async (name: string, { json }: Options) => {
      const { password } = await withOperations((operate) =>
        operate.call(adminResetOperatorPassword, { params: { name } }),
      );
      answer(json, { name, password }, () => `${password}\nIt is not shown again.`);
    });

  for (const [change, description, endpoint] of changes) {
    operators
      .command(change)
      .argument('<name>', 'as listed')
      .option('--json', 'answer as JSON')
      .description(description)
      .action(async (name: string, { json }: Options) => {
        await withOperations((operate) => operate.call(endpoint, { params: { name } }));
        answer(json, { name }, () => `Done: ${change} ${name}.`);
      });
  }
}
