/**
 * Compares the variables that a deployment sets for a service with those that the service reads and those that are
 * documented.
 */
import { neverInProduction, variablesOf, type ServiceContract } from '@sluice/local';

/** One sentence for each variable that is missing, unused, undocumented or forbidden; each starts with `where`. */
export function checkVariables(
  where: string,
  service: ServiceContract,
  given: readonly string[],
  documented: ReadonlySet<string>,
  { production = true }: { readonly production?: boolean } = {},
): string[] {
  const wanted = variablesOf(service);
  const forbidden: readonly string[] = neverInProduction;
  return [
    ...wanted.filter((name) => !given.includes(name)).map((name) => `${where} does not set ${name}.`),
    ...given
      .filter((name) => !wanted.includes(name) && !forbidden.includes(name))
      .map((name) => `${where} sets ${name}, which ${service.name} does not read.`),
    ...given
      .filter((name) => production && forbidden.includes(name))
      .map((name) => `${where} sets ${name}, which production refuses.`),
    ...given
      .filter((name) => !documented.has(name))
      .map((name) => `${where} sets ${name}, which .env.example does not explain.`),
  ];
}
