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
import { addList, addOperation, type Given } from '../admin/operation-command.js';

export function addOperators(program: Command): void {
  const operators = program.command('operators').description('manage the operators of the installation');
  const shownOnce = ({ password }: { readonly password: string }) => `${password}\nIt is not shown again.`;
  addOperation(operators, 'add', adminAddOperator, {
    arguments: ['name'],
    json: ({ password }, { name, role }) => ({ name, role, password }),
    text: shownOnce,
  });
  addList(operators, 'list', adminListOperators, 'operators', {
    columns: {
      NAME: ({ name }) => name,
      ROLE: ({ role }) => role,
      LOGIN: ({ via }) => via,
      SINCE: ({ createdAt }) => createdAt,
      'LAST LOGIN': ({ lastLoginAt }) => lastLoginAt ?? 'never',
      STATE: ({ disabledAt }) => (disabledAt === null ? 'active' : 'disabled'),
    },
  });
  addOperation(operators, 'role', adminSetOperatorRole, {
    arguments: ['role'],
    json: (_changed, { name, role }) => ({ name, role }),
    text: (_changed, { name, role }) => `Done: ${name} has the ${role} role.`,
  });
  addOperation(operators, 'password', adminResetOperatorPassword, {
    json: ({ password }, { name }) => ({ name, password }),
    text: shownOnce,
  });
  const change = (doing: string) => ({
    json: (_changed: unknown, { name }: Given) => ({ name }),
    text: (_changed: unknown, { name }: Given) => `Done: ${doing} ${name}.`,
  });
  addOperation(operators, 'disable', adminDisableOperator, change('disable'));
  addOperation(operators, 'enable', adminEnableOperator, change('enable'));
  addOperation(operators, 'remove', adminRemoveOperator, change('remove'));
}
