/** Compares the variables that one deployment gives a service with what that service reads and what is documented. */
import { neverInProduction, variablesOf, type ServiceContract } from '@sluice/local';

/** One sentence for each variable that is missing, surplus, undocumented or out of place; `where` begins each. */
export function checkVariables(
  where: string,
  service: ServiceContract,
  given: readonly string[],
  documented: ReadonlySet<string>,
): string[] {
  const wanted = variablesOf(service);
  const forbidden: readonly string[] = neverInProduction;
  return [
    ...wanted.filter((name) => !given.includes(name)).map((name) => `${where} does not set ${name}.`),
    ...given
      .filter((name) => !wanted.includes(name) && !forbidden.includes(name))
      .map((name) => `${where} sets ${name}, which ${service.name} does not read.`),
    ...given
      .filter((name) => forbidden.includes(name))
      .map((name) => `${where} sets ${name}, which production refuses.`),
    ...given
      .filter((name) => !documented.has(name))
      .map((name) => `${where} sets ${name}, which .env.example does not explain.`),
  ];
}
