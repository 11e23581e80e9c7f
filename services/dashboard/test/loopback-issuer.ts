/**
 * An OpenID provider on loopback whose next answers a test can falsify. It logs in one person without asking anything.
 */
import { listen } from '@sluice/testing';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

/** What the provider falsifies in its next token. */
export interface Spoiled {
  /** Claims that override the true ones. */
  readonly claims?: JWTPayload;
  /** The token is signed with a key that the provider does not publish. */
  readonly byAnotherKey?: boolean;
}

/** The provider. */
export interface LoopbackIssuer {
  readonly url: string;
  /** The claims of the person who logs in next. */
  person: JWTPayload;
  /** Claims that only the userinfo endpoint returns. */
  userInfo: JWTPayload;
  spoiled: Spoiled;
  /** The number of token requests so far. */
  readonly asked: () => number;
  close(): Promise<void>;
}

/** A login that began at the provider and is not redeemed yet, by its code. */
interface Grant {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

/**
 * Opens a provider that knows one client. Browsers reach it as `host`: localhost is a different site than 127.0.0.1.
 */
export async function openIssuer(
  clientId: string,
  clientSecret: string,
  host: 'localhost' | '127.0.0.1' = '127.0.0.1',
): Promise<LoopbackIssuer> {
  const [published, another] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(published.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const grants = new Map<string, Grant>();
  let asked = 0;

  async function token(form: URLSearchParams, request: IncomingMessage): Promise<[number, object]> {
    asked += 1;
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const knowsSecret =
      request.headers.authorization === `Basic ${basic}` || form.get('client_secret') === clientSecret;
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!knowsSecret) return [401, { error: 'invalid_client' }];
    if (grant?.challenge !== proof || grant.redirectUri !== form.get('redirect_uri'))
      return [400, { error: 'invalid_grant' }];
    const seconds = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer.url,
      aud: clientId,
      iat: seconds,
      exp: seconds + 60,
      nonce: grant.nonce,
      ...issuer.person,
      ...issuer.spoiled.claims,
    };
    const signer = issuer.spoiled.byAnotherKey ? another : published;
    const header = { alg: 'RS256', kid: 'one' };
    const idToken = await new SignJWT(claims).setProtectedHeader(header).sign(signer.privateKey);
    return [200, { access_token: randomUUID(), token_type: 'Bearer', expires_in: 60, id_token: idToken }];
  }

  const server = createServer((request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    const { pathname, searchParams: query } = new URL(request.url ?? '/', issuer.url);
    if (pathname === '/.well-known/openid-configuration') return answer(200, metadataOf(issuer.url));
    if (pathname === '/keys') return answer(200, { keys: [jwk] });
    if (pathname === '/userinfo') return answer(200, { sub: issuer.person.sub, ...issuer.userInfo });
    if (pathname === '/authorize') {
      const code = randomUUID();
      const redirectUri = query.get('redirect_uri') ?? '';
      grants.set(code, {
        nonce: query.get('nonce') ?? '',
        challenge: query.get('code_challenge') ?? '',
        redirectUri,
      });
      const to = new URL(redirectUri);
      to.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString();
      return void response.writeHead(303, { Location: to.href }).end();
    }
    void textOf(request)
      .then((text) => token(new URLSearchParams(text), request))
      .then(([status, body]) => answer(status, body));
  });
  // On a busy machine a client may send its next request just as this side closes a connection that seemed idle.
  server.keepAliveTimeout = 120_000;
  const { port, close } = await listen(server);
  const issuer: LoopbackIssuer = {
    url: `http://${host}:${port}`,
    person: {},
    userInfo: {},
    spoiled: {},
    asked: () => asked,
    close,
  };
  return issuer;
}

function metadataOf(url: string): object {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    userinfo_endpoint: `${url}/userinfo`,
    jwks_uri: `${url}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
