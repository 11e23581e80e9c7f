/** The operator that a person from outside is, known to this process, so that a session can begin. */
import type { OutsidePerson, Stores } from '@sluice/store';
import type { IdentityBook, KnownOperator } from '../identities.js';

/** What that stands on. */
export interface OutsideOperators {
  readonly identities: Pick<IdentityBook, 'known' | 'read'>;
  readonly stores: Pick<Stores, 'operators' | 'clock'>;
}

/** Makes the person an operator, or finds which one it is; undefined when another operator has the name, or when they are disabled. Rejects while MongoDB is away. */
export async function operatorOf(
  { identities, stores }: OutsideOperators,
  person: OutsidePerson,
): Promise<KnownOperator | undefined> {
  const login = await stores.operators.fromOutside(person, stores.clock.now());
  if (login.kind !== 'operator') return undefined;
  await identities.read();
  return identities.known().operators.get(login.operator.name);
}
