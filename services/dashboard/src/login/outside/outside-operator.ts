/** The operator that a person from outside is, known to this process, so that a session can begin. */
import type { OutsidePerson, Stores } from '@sluice/store';
import type { IdentityBook, KnownOperator } from '../identities.js';

/** What that stands on. */
export interface OutsideOperators {
  readonly identities: Pick<IdentityBook, 'known' | 'read'>;
  readonly stores: Pick<Stores, 'operators' | 'clock'>;
}

/** The operator, or why the person may not be one. */
export type FoundOperator =
  | { readonly kind: 'operator'; readonly operator: KnownOperator }
  | { readonly kind: 'refused'; readonly because: 'name_taken' | 'disabled' };

/** Makes the person an operator, or finds which one it is. Rejects while MongoDB is away. */
export async function operatorOf(
  { identities, stores }: OutsideOperators,
  person: OutsidePerson,
): Promise<FoundOperator> {
  const login = await stores.operators.fromOutside(person, stores.clock.now());
  if (login.kind !== 'operator') return { kind: 'refused', because: login.kind };
  await identities.read();
  const operator = identities.known().operators.get(login.operator.name);
  // Removed by an administrator in this very moment.
  return operator ? { kind: 'operator', operator } : { kind: 'refused', because: 'disabled' };
}
