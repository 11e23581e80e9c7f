/**
 * Whose password it is. The first login by password makes the first administrator; an operator without a password of their
 * own has that of the environment, so that who runs the installation is never locked out of it, neither by a provider that is
 * away.
 */
import { isOperatorName, isPassword, operatorName, type Stores } from '@sluice/store';
import { USUAL_NAME, type IdentityBook, type KnownOperator } from './identities.js';
import type { OperatorPassword } from './password.js';

/** What a login is judged by. */
export interface Recognition {
  readonly identities: Pick<IdentityBook, 'known' | 'read'>;
  readonly environment: OperatorPassword;
  readonly operators: Stores['operators'];
}

/** What a person typed. */
export interface Attempt {
  /** May be left out with the environment's password. */
  readonly name: string;
  readonly password: string;
}

// Compared with where there is no such operator, so that the time does not tell who there is.
const NO_ONES = 'scrypt$16384$8$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** The operator of this name and password; undefined when there is none. */
export async function recognise(
  recognition: Recognition,
  { name: typed, password }: Attempt,
  at: Date,
): Promise<KnownOperator | undefined> {
  const { identities, environment } = recognition;
  // An operator may have been added in this very moment.
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
  // The name may be that of a person whom a provider or a proxy knows.
  return added?.via === 'password' ? added : undefined;
}
