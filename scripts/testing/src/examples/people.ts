/**
 * Made-up people with names in many scripts. Any resemblance to a real person is coincidental; their domains cannot be
 * registered.
 */
import type { Fakers } from './fakers.js';

/** A made-up person's name with a matching address. */
export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  /** Lower case, of a domain that is reserved for examples. */
  readonly email: string;
}

const DOUBLE_NAMES = 0.06;
const WITH_SUFFIX = 0.04;

/**
 * A person with a name common in `country` (ISO 3166 alpha-2), whose address is not among `taken` and is added to it.
 */
export function makePerson(country: string, taken: Set<string>, { any, names }: Fakers): Person {
  const faker = names(country);
  const firstName = faker.person.firstName();
  const family = faker.person.lastName();
  const double = any.datatype.boolean(DOUBLE_NAMES) ? `${family}-${faker.person.lastName()}` : family;
  // A comma in a cell, as Americans write it.
  const isSuffixed = faker === any && any.datatype.boolean(WITH_SUFFIX);
  const lastName = isSuffixed ? `${double}, ${any.person.suffix()}` : double;
  let email: string;
  do email = faker.internet.exampleEmail({ firstName, lastName: family }).toLowerCase();
  while (taken.has(email));
  taken.add(email);
  return { firstName, lastName, email };
}
