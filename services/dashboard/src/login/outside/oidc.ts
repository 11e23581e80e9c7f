/**
 * An OpenID provider as the dashboard uses it: authorization code with PKCE, with state and nonce bound to one browser.
 * It returns the person whom the provider confirms, or why there is none. The library checks that a token comes from
 * the provider, is meant for us, belongs to this login and has not expired.
 */
import { addressFrom, isAddress, type OutsidePerson } from '@sluice/identity';
import { errorFields, type Logger } from '@sluice/process';
import * as client from 'openid-client';
import type { OidcSettings } from './outside-config.js';
import { isName, nameFrom } from './person-name.js';
import { roleIn } from './roles-of-groups.js';

/** The state that a browser keeps while it is at the provider. */
export interface Flow {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Why a login is refused. */
export type OidcRefusal =
  | 'provider_away'
  /** The provider refused, or the person did not consent. */
  | 'provider_refused'
  /** The callback proves nothing for this browser: another state or nonce, a wrong or expired token, a used code. */
  | 'not_proven'
  /** The name claim is missing, is not valid as a name, or is an email address that was not verified. */
  | 'no_name';

/** The result of a callback. */
export type CameBack =
  | { readonly kind: 'person'; readonly person: OutsidePerson }
  | { readonly kind: 'refused'; readonly because: OidcRefusal };

/** The configured provider. */
export interface OidcProvider {
  /** Its display name: the host of its issuer. */
  readonly name: string;
  /** The URL to send a browser to, and the state to keep; undefined if the provider does not answer. */
  begin(): Promise<{ readonly url: URL; readonly flow: Flow } | undefined>;
  /** Evaluates the callback's `query`; never rejects. */
  finish(query: string, flow: Flow): Promise<CameBack>;
}

/** The callback path. The provider's list of redirect addresses must contain it. */
export const CALLBACK = '/login/oidc/callback';
const ANSWERS_WITHIN_SECONDS = 10;

/** The provider of these settings. Its metadata is fetched at the first login, not at the start. */
export function openOidcProvider(settings: OidcSettings, log: Logger): OidcProvider {
  const redirectUri = new URL(CALLBACK, settings.dashboardUrl).href;
  let known: Promise<client.Configuration> | undefined;
  const discovered = (): Promise<client.Configuration> => {
    known ??= discover(settings).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  const failed = (error: unknown): void => log.warn('OpenID provider failed', errorFields(error));

  return {
    name: new URL(settings.issuer).host,
    begin: async () => {
      try {
        return await begin(await discovered(), redirectUri, settings.scopes);
      } catch (error) {
        failed(error);
        return undefined;
      }
    },
    finish: async (query, flow) => {
      try {
        const claims = await claimsOf(await discovered(), new URL(`${redirectUri}${query}`), flow, settings);
        return personOf(claims, settings);
      } catch (error) {
        failed(error);
        return { kind: 'refused', because: refusalOf(error) };
      }
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<client.Configuration> {
  const server = new URL(issuer);
  const authentication = clientSecret === undefined ? client.None() : undefined;
  return client.discovery(server, clientId, clientSecret, authentication, {
    timeout: ANSWERS_WITHIN_SECONDS,
    execute: [
      // The token's signature is checked even though the token came over TLS.
      client.enableNonRepudiationChecks,
      // In production such an issuer is refused at the start.
      ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ],
  });
}

async function begin(config: client.Configuration, redirectUri: string, scope: string) {
  const flow = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    codeVerifier: client.randomPKCECodeVerifier(),
  };
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(flow.codeVerifier),
    code_challenge_method: 'S256',
  });
  return { url, flow };
}

type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

async function claimsOf(
  config: client.Configuration,
  cameBackTo: URL,
  { state, nonce, codeVerifier }: Flow,
  { nameClaim, groupsClaim }: OidcSettings,
): Promise<Claims> {
  const tokens = await client.authorizationCodeGrant(config, cameBackTo, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('the token has no claims');
  const isWhole = [nameClaim, groupsClaim].every((name) => claimAt(claims, name) !== undefined);
  if (isWhole || config.serverMetadata().userinfo_endpoint === undefined) return claims;
  // Several providers return groups only from the userinfo endpoint.
  return { ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
}

function personOf(claims: Claims, { nameClaim, groupsClaim, roles }: OidcSettings): CameBack {
  const claimed = claimAt(claims, nameClaim);
  const name = typeof claimed === 'string' ? nameFrom(claimed) : '';
  const isUnverified = nameClaim === 'email' && claims['email_verified'] === false;
  if (!isName(name) || isUnverified) return { kind: 'refused', because: 'no_name' };
  const role = roleIn(roles, groupsIn(claimAt(claims, groupsClaim)));
  const email = typeof claims['email'] === 'string' ? addressFrom(claims['email']) : '';
  // An address that the provider has not verified may be somebody else's.
  const isProven = claims['email_verified'] === true;
  const address = isProven && isAddress(email) ? email : undefined;
  const subject = `${claims.iss} ${claims.sub}`;
  return { kind: 'person', person: { name, address, isProven, via: 'oidc', subject, role } };
}

// Some providers use claim names with dots or URLs, so the whole name is tried first.
function claimAt(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>(
      (within, name) =>
        typeof within === 'object' && within !== null && Object.hasOwn(within, name)
          ? (within as Record<string, unknown>)[name]
          : undefined,
      claims,
    );
}

function groupsIn(claim: unknown): readonly string[] {
  if (typeof claim === 'string') return [claim];
  return Array.isArray(claim) ? claim.filter((group) => typeof group === 'string') : [];
}

function refusalOf(error: unknown): OidcRefusal {
  if (error instanceof client.AuthorizationResponseError) return 'provider_refused';
  const { name, code } = error as { readonly name?: string; readonly code?: string };
  const isAway = name === 'TypeError' || name === 'TimeoutError' || code === 'OAUTH_TIMEOUT';
  return isAway ? 'provider_away' : 'not_proven';
}
