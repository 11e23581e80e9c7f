/** The dependencies of the operations; each operation declares the part that it uses. */
import type { ReadSettings } from '@sluice/contracts';
import type { GuessLimiter } from '@sluice/http';
import type { Accounts, Identity } from '@sluice/identity';
import type { Core } from '@sluice/pipeline';
import type { RedisConnection } from '@sluice/process';
import type { SealingKey } from '@sluice/store';

export interface AdminDeps extends Core {
  /** A connection that fails fast. */
  readonly redis: RedisConnection;
  /** What the bodies of calls and tenant files may hold. */
  readonly reads: ReadSettings;
  /** Whether tenants without a mail server of their own have the installation's; absent: they have none. */
  readonly hasMailServer?: boolean | undefined;
  readonly accounts: Pick<
    Accounts,
    'find' | 'passwordToken' | 'removeIfPlaceless' | 'removeSecondFactor' | 'reencryptSecondFactors'
  >;
  /** The accounts of those who are logged in; absent where nobody logs in. */
  readonly ownAccounts?:
    | (Pick<Identity, 'own' | 'secondFactors' | 'sessions'> & { readonly guesses: GuessLimiter })
    | undefined;
  /** The dashboard's public address, with which links begin; absent: it is not known. */
  readonly dashboardUrl?: string | undefined;
  /** That of the dashboard for the people of tenants, with which their invitations begin; absent: the same. */
  readonly portalUrl?: string | undefined;
  /** The gateway's public address; absent: it is not known. */
  readonly publicUrl?: string | undefined;
  /** Encrypt and decrypt credentials and secrets; a process without keys writes none. */
  readonly encryptionKeys?: readonly SealingKey[] | undefined;
}
