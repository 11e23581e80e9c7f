/** `sluice operators add|list|role|disable|enable|password|remove`: the people who work on the installation. */
import {
  adminAddOperator,
  adminDisableOperator,
  adminEnableOperator,
  adminListOperators,
  adminRemoveOperator,
  adminResetOperatorPassword,
  adminSetOperatorRole,
} from '@sluice/contracts';
import type { Command } from 'commander';
import { addList, addOperation } from '../admin/operation-command.js';
import { changeOf, firstColumns, lastColumns, opensOnce } from '../people/person-command.js';

export function addOperators(program: Command): void {
  const operators = program.command('operators').description('manage the operators of the installation');
  addOperation(operators, 'add', adminAddOperator, { arguments: ['email'], text: opensOnce });
  addList(operators, 'list', adminListOperators, 'people', {
    columns: { ...firstColumns, ROLE: ({ role }) => role, ...lastColumns },
  });
  addOperation(operators, 'role', adminSetOperatorRole, {
    arguments: ['role'],
    text: ({ person: { address, role } }) => `Done: ${address} has the ${role} role.`,
  });
  addOperation(operators, 'password', adminResetOperatorPassword, { text: opensOnce });
  addOperation(operators, 'disable', adminDisableOperator, changeOf('disable'));
  addOperation(operators, 'enable', adminEnableOperator, changeOf('enable'));
  addOperation(operators, 'remove', adminRemoveOperator, changeOf('remove'));
}
