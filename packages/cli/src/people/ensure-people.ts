/** The people of `npm start`'s tenant: whoever is a member already stays as they are. */
import type { MemberRole } from '@sluice/contracts';
import { openAccounts } from '@sluice/identity';
import { openStores } from '@sluice/store';

/** A person who is to be a member of the tenant. */
export interface PersonToEnsure {
  readonly address: string;
  readonly password: string;
  readonly role: Extract<MemberRole, 'owner' | 'manager' | 'analyst'>;
}

const BY = 'npm start';

/** Makes each of the people a member of the tenant who is none yet, by an invitation that is accepted at once. */
export async function ensurePeople({
  mongoUrl,
  tenantId,
  people,
}: {
  readonly mongoUrl: string;
  readonly tenantId: string;
  readonly people: readonly PersonToEnsure[];
}): Promise<void> {
  const stores = await openStores(mongoUrl);
  try {
    const accounts = openAccounts(stores);
    const { members } = stores.forTenant(tenantId);
    for (const { address, password, role } of people) {
      if (await members.find(address)) continue;
      const invited = { address, role, createdBy: BY };
      const { token } = await stores.invitations.invite(tenantId, invited, stores.clock.now());
      await accept(accounts, { token, address, password });
    }
  } finally {
    await stores.close();
  }
}

async function accept(
  accounts: ReturnType<typeof openAccounts>,
  {
    token,
    address,
    password,
  }: { readonly token: string; readonly address: string; readonly password: string },
): Promise<void> {
  const answer = { token, name: '', password };
  const { kind } = await accounts.acceptInvitation(answer, undefined);
  if (kind !== 'log_in') return;
  // The account is that of another tenant of this data directory. With another password it stays out of this one.
  const person = await accounts.find(address);
  if (person && (await accounts.isPassword(person.userId, password)))
    await accounts.acceptInvitation(answer, person);
}
