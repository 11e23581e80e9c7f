/** How an operator of `npm start`'s installation logs in: the settings of the first one have no effect later. */
import { openAccounts } from '@sluice/identity';
import { openStores } from '@sluice/store';
import { setTimeout as pause } from 'node:timers/promises';

/** An address with its password. */
export interface OperatorLogin {
  readonly address: string;
  readonly password: string;
}

const MADE_WITHIN_MS = 10_000;
const LOOKS_EVERY_MS = 200;

/** The first of `logins` with which an enabled operator logs in, once the installation has an administrator. */
export async function operatorLogin({
  mongoUrl,
  logins,
}: {
  readonly mongoUrl: string;
  readonly logins: readonly OperatorLogin[];
}): Promise<OperatorLogin | undefined> {
  const stores = await openStores(mongoUrl);
  try {
    // The dashboard may be making it.
    for (let leftMs = MADE_WITHIN_MS; leftMs > 0 && !(await stores.operators.isKept());) {
      await pause(LOOKS_EVERY_MS);
      leftMs -= LOOKS_EVERY_MS;
    }
    const { isPassword } = openAccounts(stores);
    for (const login of logins) {
      const operator = await stores.operators.find(login.address);
      if (operator && !operator.disabledAt && (await isPassword(operator.userId, login.password)))
        return login;
    }
    return undefined;
  } finally {
    await stores.close();
  }
}
