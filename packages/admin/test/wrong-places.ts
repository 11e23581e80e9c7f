/** What nobody is a member as, a person or a key: what it is, how it is sent, and the problem. */
export const wrongPlaces: readonly (readonly [string, object, string])[] = [
  ['no role', {}, 'role: is required'],
  ['the role of a client, and no client', { role: 'client' }, 'clientId: is required with the role client'],
  ['a client that does not exist', { role: 'client', clientId: 'cli_none' }, 'clientId: does not exist'],
  ['a client that is archived', { role: 'client', clientId: 'cli_gone' }, 'clientId: is archived'],
  [
    'a client, and another role',
    { role: 'owner', clientId: 'cli_acme' },
    'clientId: goes with the role client only',
  ],
  ['another tenant in the body', { role: 'owner', tenantId: 'beta' }, 'tenantId:'],
];
