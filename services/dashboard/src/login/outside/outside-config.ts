/** The configuration of OpenID providers and proxies that log persons in. */
import { trustedProxies, type TrustedProxies } from '@sluice/process';
import { z } from 'zod';
import { rolesOfGroups, type RolesOfGroups } from './roles-of-groups.js';

const address = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' });
const headerName = z.string().regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header');

/** Variables of the dashboard, by name. */
export const outsideFragment = {
  DASHBOARD_URL: address
    .optional()
    .describe(
      'The dashboard’s public address: links that set a password begin with it, and an OpenID provider redirects to it.',
    ),
  PORTAL_URL: address
    .optional()
    .describe(
      'The public address of a dashboard for the people of tenants: their invitations begin with it, else with `DASHBOARD_URL`.',
    ),
  OPERATOR_GROUPS: z
    .string()
    .default('')
    .transform((text, context): RolesOfGroups => {
      const roles = rolesOfGroups(text);
      if (roles) return roles;
      context.addIssue('must be a comma-separated list of GROUP=ROLE; a role is view, operate or administer');
      return z.NEVER;
    })
    .describe(
      'Roles of people who log in through a provider or proxy: comma-separated `GROUP=ROLE`; `*` means everyone.',
    ),
  OIDC_ISSUER: address
    .optional()
    .describe('OpenID Connect: the issuer whose users may log in to the dashboard.'),
  OIDC_CLIENT_ID: z.string().optional().describe('OpenID Connect: the dashboard’s client id at the issuer.'),
  OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .describe('OpenID Connect: the client secret; unset for a public client.'),
  OIDC_SCOPES: z
    .string()
    .default('openid profile email')
    .refine((scopes) => scopes.split(' ').includes('openid'), 'must contain openid')
    .describe('OpenID Connect: the requested scopes, separated by spaces.'),
  OIDC_NAME_CLAIM: z
    .string()
    .default('preferred_username')
    .describe('OpenID Connect: the claim used as the person’s name in the dashboard and the audit.'),
  OIDC_GROUPS_CLAIM: z
    .string()
    .default('groups')
    .describe('OpenID Connect: the claim that contains the person’s groups; `a.b` means `b` inside `a`.'),
  PROXY_AUTH_FROM: z
    .string()
    .transform((text, context): string[] => {
      const ranges = trustedProxies(text);
      if (Array.isArray(ranges)) return ranges;
      context.addIssue('must be a comma-separated list of addresses and CIDRs');
      return z.NEVER;
    })
    .optional()
    .describe('Addresses and CIDRs of the proxy that authenticates people and names them in headers.'),
  PROXY_AUTH_USER_HEADER: headerName
    .default('Remote-User')
    .describe('The header in which the proxy sends the person’s name.'),
  PROXY_AUTH_GROUPS_HEADER: headerName
    .default('Remote-Groups')
    .describe('The header in which the proxy sends the person’s groups, separated by commas or `|`.'),
  PROXY_AUTH_EMAIL_HEADER: headerName
    .default('Remote-Email')
    .describe('The header in which the proxy sends the person’s e-mail address, if it does.'),
} as const;

/** A configured OpenID provider. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly scopes: string;
  readonly nameClaim: string;
  readonly groupsClaim: string;
  /** The origin of the dashboard. */
  readonly dashboardUrl: string;
  readonly roles: RolesOfGroups;
}

/** A configured proxy that logs persons in. */
export interface ProxySettings {
  /** The addresses and ranges whose headers are trusted. */
  readonly from: readonly string[];
  readonly userHeader: string;
  readonly groupsHeader: string;
  readonly emailHeader: string;
  readonly roles: RolesOfGroups;
}

/** The login ways besides the password. */
export interface OutsideSettings {
  readonly oidc?: OidcSettings;
  readonly proxy?: ProxySettings;
}

type Config = z.infer<z.ZodObject<typeof outsideFragment>> & {
  readonly TRUST_PROXY: TrustedProxies;
  readonly NODE_ENV: string;
  readonly DASHBOARD_FOR?: 'everyone' | 'tenants';
};

/** The login ways besides the password, or one sentence for each variable that conflicts with others. */
export function outsideSettings(set: Config): OutsideSettings | { readonly problems: readonly string[] } {
  // Whoever is let in from outside comes past no proxy that says who they are.
  const config = set.DASHBOARD_FOR === 'tenants' ? { ...set, PROXY_AUTH_FROM: undefined } : set;
  const problems = problemsOf(config);
  if (problems.length > 0) return { problems };
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, DASHBOARD_URL: dashboardUrl } = config;
  const { OPERATOR_GROUPS: roles, OIDC_CLIENT_SECRET: clientSecret, PROXY_AUTH_FROM: from } = config;
  return {
    oidc:
      issuer !== undefined && clientId !== undefined && dashboardUrl !== undefined
        ? {
            issuer,
            clientId,
            dashboardUrl: new URL(dashboardUrl).origin,
            roles,
            clientSecret,
            scopes: config.OIDC_SCOPES,
            nameClaim: config.OIDC_NAME_CLAIM,
            groupsClaim: config.OIDC_GROUPS_CLAIM,
          }
        : undefined,
    proxy: from && {
      from,
      roles,
      userHeader: config.PROXY_AUTH_USER_HEADER.toLowerCase(),
      groupsHeader: config.PROXY_AUTH_GROUPS_HEADER.toLowerCase(),
      emailHeader: config.PROXY_AUTH_EMAIL_HEADER.toLowerCase(),
    },
  };
}

function problemsOf(config: Config): readonly string[] {
  const { OIDC_ISSUER: issuer, DASHBOARD_URL: dashboardUrl, PROXY_AUTH_FROM: from } = config;
  const production = config.NODE_ENV === 'production';
  const isPlain = (url: string | undefined) => url?.startsWith('http:') === true;
  const found: [string, string | false | undefined][] = [
    [
      'OIDC_CLIENT_ID',
      issuer !== undefined && config.OIDC_CLIENT_ID === undefined && 'is required with OIDC_ISSUER',
    ],
    ['DASHBOARD_URL', issuer !== undefined && dashboardUrl === undefined && 'is required with OIDC_ISSUER'],
    ['OIDC_ISSUER', production && isPlain(issuer) && 'must be https:// in production'],
    ['DASHBOARD_URL', production && isPlain(dashboardUrl) && 'must be https:// in production'],
    ['PORTAL_URL', production && isPlain(config.PORTAL_URL) && 'must be https:// in production'],
    [
      'OPERATOR_GROUPS',
      (issuer !== undefined || from !== undefined) &&
        config.OPERATOR_GROUPS.size === 0 &&
        config.DASHBOARD_FOR !== 'tenants' &&
        'is required with OIDC_ISSUER and with PROXY_AUTH_FROM: without it, none of these people is an operator',
    ],
    [
      'TRUST_PROXY',
      from !== undefined &&
        !Array.isArray(config.TRUST_PROXY) &&
        'must contain the addresses or CIDRs of PROXY_AUTH_FROM when that is set, not a number of proxies',
    ],
  ];
  return found.flatMap(([name, problem]) => (typeof problem === 'string' ? [`${name} ${problem}`] : []));
}
