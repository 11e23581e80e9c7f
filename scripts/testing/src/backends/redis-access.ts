/** How a test's Redis accepts clients: in clear text without a user, or over TLS as a user with a password. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RedisSettings } from '../child-redis.js';

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));

/**
 * The certificate, for tests only, of every Redis that uses TLS on loopback. A process that must trust it is started
 * with NODE_EXTRA_CA_CERTS set to this file.
 */
export const loopbackCertificate = fixture('loopback-cert.pem');

/** The clients that a Redis accepts. */
export interface RedisAccess {
  /** The corresponding settings in redis-server's configuration file; `port` is where it listens. */
  readonly settings: (port: number) => RedisSettings;
  /** The options of a test's own connection. */
  readonly client: Readonly<{ username?: string; password?: string; tls?: { ca: Buffer } }>;
  /** The corresponding parts of REDIS_URL: the scheme before `+cluster` or `://`, and the login before the hosts. */
  readonly scheme: 'redis' | 'rediss';
  readonly login: string;
  /** The same for Sentinels: lines of their configuration file, their login at the master, and the end of REDIS_URL. */
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
  port: '0',
  'tls-port': String(port),
  'tls-auth-clients': 'no',
  'tls-replication': 'yes',
  'tls-cert-file': loopbackCertificate,
  'tls-key-file': fixture('loopback-key.pem'),
  'tls-ca-cert-file': loopbackCertificate,
});

/** A single user over TLS, with passwords that a URL must encode. */
export function secureAccess(): RedisAccess {
  const ca = readFileSync(loopbackCertificate);
  return {
    settings: (port) => ({
      ...tls(port),
      masteruser: username,
      masterauth: password,
      requirepass: 'nobody-knows-this',
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
