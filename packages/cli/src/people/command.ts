/** `sluice people list|invite|role|disable|enable|remove`, with `--tenant`: the people of a tenant. */
import {
  adminDisablePerson,
  adminEnablePerson,
  adminInvitePerson,
  adminListPeople,
  adminRemovePerson,
  adminSetPersonRole,
} from '@sluice/contracts';
import type { Command } from 'commander';
import { addList, addOperation } from '../admin/operation-command.js';
import { changeOf, firstColumns, lastColumns, memberRole, opensOnce } from './person-command.js';

export function addPeople(program: Command): void {
  const people = program.command('people').description('manage the people of a tenant');
  const options = { clientId: 'client', supplierId: 'supplier' };
  addList(people, 'list', adminListPeople, 'people', {
    columns: { ...firstColumns, ROLE: memberRole, ...lastColumns },
  });
  addOperation(people, 'invite', adminInvitePerson, {
    arguments: ['email'],
    options,
    input: 'On the stores it prints the link too.',
    text: ({ link, invitation: { address, expiresAt } }) =>
      link === undefined
        ? `Invited ${address}: the mail has the link. It works once, until ${expiresAt}.`
        : opensOnce({ link, expiresAt }),
  });
  addOperation(people, 'role', adminSetPersonRole, {
    options,
    text: ({ person }) => `Done: ${person.address} has the ${memberRole(person)} role.`,
  });
  addOperation(people, 'disable', adminDisablePerson, changeOf('disable'));
  addOperation(people, 'enable', adminEnablePerson, changeOf('enable'));
  addOperation(people, 'remove', adminRemovePerson, changeOf('remove'));
}
