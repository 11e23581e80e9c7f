/** How a Redis of a test's own lets clients in: in clear text without a user, or over TLS as a user with a password. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RedisSettings } from '../leashed-redis.js';

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));

/**
 * The certificate, made for tests alone, of every Redis that speaks TLS on loopback. Who is to trust it is started with
 * NODE_EXTRA_CA_CERTS set to this file.
 */
export const loopbackCertificate = fixture('loopback-cert.pem');

/** Whom a Redis lets in. */
export interface RedisAccess {
  /** How it is told so, by the names in its configuration file; `port` is where it listens. */
  readonly settings: (port: number) => RedisSettings;
  /** As a test's own connection gives it. */
  readonly client: Readonly<{ username?: string; password?: string; tls?: { ca: Buffer } }>;
  /** As REDIS_URL has it: before `+cluster` or `://`, and before the hosts. */
  readonly scheme: 'redis' | 'rediss';
  readonly login: string;
  /** The same of Sentinels: lines of their configuration file, how they log in to the master, and the end of REDIS_URL. */
  readonly sentinelSettings: (port: number) => readonly string[];
  readonly sentinelLogin: (master: string) => readonly string[];
  readonly sentinelClient: RedisAccess['client'];
  readonly sentinelQuery: string;
}

/** Any client, in clear text. */
export const openAccess: RedisAccess = {
  settings: (port) => ({ port: String(port) }),
  client: {},
  scheme: 'redis',
  login: '',
  sentinelSettings: (port) => [`port ${port}`],
  sentinelLogin: () => [],
  sentinelClient: {},
  sentinelQuery: '',
};

const [username, password] = ['leads', 'p@ss/word:%1'];
const sentinelPassword = 'watch&wait';

const tls = (port: number) => ({
  ...{ port: '0', 'tls-port': String(port), 'tls-auth-clients': 'no', 'tls-replication': 'yes' },
  ...{ 'tls-cert-file': loopbackCertificate, 'tls-key-file': fixture('loopback-key.pem') },
  'tls-ca-cert-file': loopbackCertificate,
});

/** One user over TLS and no other, with passwords that a URL has to encode. */
export function secureAccess(): RedisAccess {
  const ca = readFileSync(loopbackCertificate);
  return {
    settings: (port) => ({
      ...tls(port),
      ...{ masteruser: username, masterauth: password, requirepass: 'nobody-knows-this' },
      user: [username, 'on', `>${password}`, '~*', '&*', '+@all'],
    }),
    client: { username, password, tls: { ca } },
    scheme: 'rediss',
    login: `${username}:${encodeURIComponent(password)}@`,
    sentinelSettings: (port) => [
      ...Object.entries(tls(port)).map(([name, value]) => `${name} ${value}`),
      `requirepass ${sentinelPassword}`,
      `sentinel sentinel-pass ${sentinelPassword}`,
    ],
    sentinelLogin: (master) => [
      `sentinel auth-user ${master} ${username}`,
      `sentinel auth-pass ${master} ${password}`,
    ],
    sentinelClient: { password: sentinelPassword, tls: { ca } },
    sentinelQuery: `?sentinelPassword=${encodeURIComponent(sentinelPassword)}`,
  };
}
