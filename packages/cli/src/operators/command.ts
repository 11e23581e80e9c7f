/** `sluice operators add|list|role|disable|enable|password|remove`: the people who work on the installation. */
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
  ['disable', 'disable an operator until enabled again', adminDisableOperator],
  ['enable', 'enable a disabled operator', adminEnableOperator],
  ['remove', 'remove an operator; their sessions end within seconds', adminRemoveOperator],
] as const;

export function addOperators(program: Command): void {
  const operators = program.command('operators').description('manage the operators of the installation');

  operators
    .command('add')
    .argument('<name>', 'login name')
    .addOption(new Option('--role <role>', 'role of the operator').choices(adminRoles).makeOptionMandatory())
    .option('--json', 'print JSON')
    .description('add an operator; the password is shown once')
    .action(async (name: string, { role, json }: Options) => {
      const { password } = await withOperations((operate) =>
        operate.call(adminAddOperator, { body: { name, role } }),
      );
      answer(json, { name, role, password }, () => `${password}\nIt is not shown again.`);
    });

  operators
    .command('list')
    .option('--json', 'print JSON')
    .description('list the operators')
    .action(async ({ json }: Options) => {
      const { operators: found } = await withOperations((operate) => operate.call(adminListOperators));
      answer(json, found, () =>
        table([
          ['NAME', 'ROLE', 'LOGIN', 'SINCE', 'LAST LOGIN', 'STATE'],
          ...found.map(({ name, role, via, createdAt, lastLoginAt, disabledAt }) => [
            ...[name, role, via, createdAt, lastLoginAt ?? 'never'],
            disabledAt === null ? 'active' : 'disabled',
          ]),
        ]),
      );
    });

  operators
    .command('role')
    .argument('<name>', 'the operator, as listed')
    .addArgument(new Argument('<role>', 'role of the operator').choices(adminRoles))
    .option('--json', 'print JSON')
    .description('change the role of an operator')
    .action(async (name: string, role: string, { json }: Options) => {
      await withOperations((operate) =>
        operate.call(adminSetOperatorRole, { params: { name }, body: { role } }),
      );
      answer(json, { name, role }, () => `Done: ${name} has the ${role} role.`);
    });

  operators
    .command('password')
    .argument('<name>', 'the operator, as listed')
    .option('--json', 'print JSON')
    .description('reset the password of an operator; it is shown once, and their sessions end')
    .action(async (name: string, { json }: Options) => {
      const { password } = await withOperations((operate) =>
        operate.call(adminResetOperatorPassword, { params: { name } }),
      );
      answer(json, { name, password }, () => `${password}\nIt is not shown again.`);
    });

  for (const [change, description, endpoint] of changes) {
    operators
      .command(change)
      .argument('<name>', 'the operator, as listed')
      .option('--json', 'print JSON')
      .description(description)
      .action(async (name: string, { json }: Options) => {
        await withOperations((operate) => operate.call(endpoint, { params: { name } }));
        answer(json, { name }, () => `Done: ${change} ${name}.`);
      });
  }
}
