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
  const until = ({ link, expiresAt }: { readonly link: string; readonly expiresAt: string }) =>
    `${link}\nWhoever opens it sets the password. It works once, until ${expiresAt}, and is not shown again.`;
  addOperation(operators, 'add', adminAddOperator, { arguments: ['email'], text: until });
  addList(operators, 'list', adminListOperators, 'people', {
    columns: {
      ADDRESS: ({ address }) => address,
      ROLE: ({ role }) => role,
      LOGIN: ({ via }) => via,
      SINCE: ({ createdAt }) => createdAt,
      'LAST SEEN': ({ lastSeenAt }) => lastSeenAt ?? 'never',
      STATE: ({ disabledAt }) => (disabledAt === null ? 'active' : 'disabled'),
    },
  });
  addOperation(operators, 'role', adminSetOperatorRole, {
    arguments: ['role'],
    text: ({ person: { address, role } }) => `Done: ${address} has the ${role} role.`,
  });
  addOperation(operators, 'password', adminResetOperatorPassword, { text: until });
  const change = (doing: string) => ({
    text: (_changed: unknown, { personId }: Given) => `Done: ${doing} ${personId}.`,
  });
  addOperation(operators, 'disable', adminDisableOperator, change('disable'));
  addOperation(operators, 'enable', adminEnableOperator, change('enable'));
  addOperation(operators, 'remove', adminRemoveOperator, change('remove'));
}
