/** The facts that a person needs once everything answers. */
import type { StartOptions } from './options.js';

/** The facts that the banner shows besides the options. */
export interface BannerFacts {
  readonly tenantId: string;
  readonly apiKey: string;
  /** A campaign of the tenant file that takes leads, if it has one. */
  readonly campaignId?: string;
  /**
   * The address of an operator, and the password: itself at the first start, later the place where it is stored. Absent
   * if operators have passwords of their own by now.
   */
  readonly operator: { readonly address: string; readonly password: string } | undefined;
  /** The addresses of the tenant's people, and where their passwords are stored. */
  readonly people: string;
  readonly readyAfterMs: number;
}

/** The lines printed once everything answers. */
export function banner(
  { gatewayUrl, dashboardUrl, sinkPort, sinkUrl, dataDir }: StartOptions,
  facts: BannerFacts,
): string {
  return `
Sluice is ready after ${(facts.readyAfterMs / 1000).toFixed(1)} s.

  API            ${gatewayUrl}/api/v1
  Documentation  ${gatewayUrl}/docs
  Dashboard      ${dashboardUrl}
${operatorLines(facts.operator)}
  Or as          ${facts.people}
  ${sinkPort === undefined ? `Buyers         ${sinkUrl} (SINK_URL; no demo buyer was started)` : `Demo buyer     ${sinkUrl}/received`}
  Tenant         ${facts.tenantId}
  API key        ${facts.apiKey}
  Data and logs  ${dataDir}
${facts.campaignId === undefined ? '' : submission(gatewayUrl, facts.apiKey, facts.campaignId)}
Ctrl-C drains and stops everything.
`;
}

function operatorLines(operator: BannerFacts['operator']): string {
  if (operator) return `  Log in as      ${operator.address}\n  Password       ${operator.password}`;
  return `  Log in as      an operator, with the password that was set since (a way back in: npm run sluice -- operators password ADDRESS)
                 OPERATOR_EMAIL and OPERATOR_PASSWORD make the first administrator only`;
}

function submission(gatewayUrl: string, apiKey: string, campaignId: string): string {
  // Not the person of README.md, whose lead would be a duplicate after this one.
  const person = {
    firstName: 'Ida',
    lastName: 'Berger',
    email: 'ida.berger@example.com',
    phone: '+14155550124',
  };
  return `
Submit a lead:

  curl -X POST ${gatewayUrl}/api/v1/leads/submit \\
    -H 'X-API-Key: ${apiKey}' -H 'Content-Type: application/json' \\
    -d '${JSON.stringify({ campaignId, ...person })}'
`;
}
