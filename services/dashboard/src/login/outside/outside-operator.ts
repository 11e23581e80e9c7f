/** Finds or creates the operator for a person from outside, so that a session can begin. */
import type { OutsidePerson, Stores } from '@sluice/store';
import type { IdentityBook, KnownOperator } from '../identities.js';

/** The dependencies. */
export interface OutsideOperators {
  readonly identities: Pick<IdentityBook, 'known' | 'read' | 'readAgain'>;
  readonly stores: Pick<Stores, 'operators' | 'clock'>;
}

/** The operator, or why the person may not become one. */
export type FoundOperator =
  | { readonly kind: 'operator'; readonly operator: KnownOperator }
  | { readonly kind: 'refused'; readonly because: 'name_taken' | 'disabled' };

/** Creates the person's operator, or finds it. Rejects if MongoDB is unavailable. */
export async function operatorOf(
  { identities, stores }: OutsideOperators,
  person: OutsidePerson,
): Promise<FoundOperator> {
  const login = await stores.operators.fromOutside(person, stores.clock.now());
  if (login.kind !== 'operator') return { kind: 'refused', because: login.kind };
  await identities.read();
  const operator = identities.known().operators.get(login.operator.name);
  // An administrator may have removed it just now.
  return operator ? { kind: 'operator', operator } : { kind: 'refused', because: 'disabled' };
}
