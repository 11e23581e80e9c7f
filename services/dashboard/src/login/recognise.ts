/**
 * Finds the operator of a name and password. The first login by password creates the first administrator. An operator
 * without a password of their own uses the environment's, so that the operator of the installation is never locked out,
 * not even by an unavailable provider.
 */
import { isOperatorName, isPassword, operatorName, type Stores } from '@sluice/store';
import { USUAL_NAME, type IdentityBook, type KnownOperator } from './identities.js';
import type { OperatorPassword } from './password.js';

/** The dependencies of a password login. */
export interface Recognition {
  readonly identities: Pick<IdentityBook, 'known' | 'read'>;
  readonly environment: OperatorPassword;
  readonly operators: Stores['operators'];
}

/** The input of the login form. */
export interface Attempt {
  /** Optional with the environment's password. */
  readonly name: string;
  readonly password: string;
}

// Compared with if there is no such operator, so that the response time does not reveal which operators exist.
const NO_ONES = 'scrypt$16384$8$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** The operator of this name and password; undefined if there is none. */
export async function recognise(
  recognition: Recognition,
  { name: typed, password }: Attempt,
  at: Date,
): Promise<KnownOperator | undefined> {
  const { identities, environment } = recognition;
  // An operator may have been added just now.
  await identities.read().catch(() => undefined);
  const { operators, isRead } = identities.known();
  const name = operatorName(typed);
  if (isRead && ![...operators.values()].some(({ via }) => via === 'password'))
    return (await environment.matches(password)) ? firstAdministrator(recognition, name, at) : undefined;
  const operator = name === '' ? withEnvironmentsPassword(operators) : operators.get(name);
  if (!operator || operator.via !== 'password') {
    await isPassword(password, NO_ONES);
    return undefined;
  }
  const { passwordHash } = operator;
  const matches =
    passwordHash === undefined
      ? await environment.matches(password)
      : await isPassword(password, passwordHash);
  return matches && !operator.disabledAt ? operator : undefined;
}

function withEnvironmentsPassword(operators: ReadonlyMap<string, KnownOperator>): KnownOperator | undefined {
  return [...operators.values()].find(
    ({ via, passwordHash, disabledAt }) =>
      via === 'password' && passwordHash === undefined && disabledAt === undefined,
  );
}

async function firstAdministrator(
  { operators, identities }: Recognition,
  typed: string,
  createdAt: Date,
): Promise<KnownOperator | undefined> {
  const name = typed === '' ? USUAL_NAME : typed;
  if (!isOperatorName(name)) return undefined;
  await operators.add({ name, role: 'administer', via: 'password', createdAt, createdBy: 'first login' });
  await identities.read();
  const added = identities.known().operators.get(name);
  // The name may belong to a person from a provider or proxy.
  return added?.via === 'password' ? added : undefined;
}
