/**
 * Parses REDIS_URL: one server, a Redis Cluster, or a master that Sentinels name. `redis` connects in clear text,
 * `rediss` over TLS to every server and Sentinel of the address.
 */

/** A server or a Sentinel. */
export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** User and password; both absent if no login is needed. */
export interface RedisLogin {
  readonly username?: string;
  readonly password?: string;
}

/** The address of Redis. */
export type RedisAddress =
  | { readonly kind: 'server'; readonly url: string }
  | {
      readonly kind: 'cluster';
      /** The nodes to ask for the rest of the cluster. */
      readonly nodes: readonly RedisNode[];
      readonly tls: boolean;
      readonly login: RedisLogin;
    }
  | {
      readonly kind: 'sentinel';
      readonly sentinels: readonly RedisNode[];
      readonly master: string;
      readonly database: number;
      readonly tls: boolean;
      readonly login: RedisLogin;
      readonly sentinelLogin: RedisLogin;
    };

const FORM =
  /^redis(?<tls>s?)(?<mode>\+cluster|\+sentinel)?:\/\/(?:(?<login>[^@/]*)@)?(?<hosts>[^@/?#]*)(?:\/(?<path>[^?#]*))?(?:\?(?<query>[^#]*))?$/;
const HOST = /^(?<host>\[[0-9a-f:.]+\]|[^\s:[\]]+)(?::(?<port>\d{1,5}))?$/i;
const SENTINEL_SETTINGS = ['sentinelUsername', 'sentinelPassword'];

/** Parses a REDIS_URL. @throws Error that states the problem without repeating the URL */
export function redisAddress(url: string): RedisAddress {
  const { mode, tls, login, hosts = '', path = '', query = '' } = FORM.exec(url)?.groups ?? {};
  if (mode === undefined) return serverAt(url);
  const common = { tls: tls === 's', login: loginOf(login) };
  if (mode === '+cluster') {
    if (path !== '' || query !== '')
      throw new Error('must end after the hosts: a Redis Cluster has one database and no settings');
    return { kind: 'cluster', nodes: nodesOf(hosts, 6_379), ...common };
  }
  const { master, database = '0' } = /^(?<master>[^/]+)(?:\/(?<database>\d+)?)?$/.exec(path)?.groups ?? {};
  if (master === undefined) throw new Error('must name the master after the Sentinels: …/mymaster');
  return {
    kind: 'sentinel',
    sentinels: nodesOf(hosts, 26_379),
    master: decoded(master),
    database: Number(database),
    sentinelLogin: sentinelLoginOf(query),
    ...common,
  };
}

/** The problem with a REDIS_URL, worded to follow the variable's name; undefined if it is valid. */
export function redisUrlProblem(url: string): string | undefined {
  try {
    redisAddress(url);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function serverAt(url: string): RedisAddress {
  if (!/^rediss?:\/\//.test(url))
    throw new Error('must be a redis:// URL, or with rediss, +cluster or +sentinel');
  if (FORM.exec(url)?.groups?.['hosts']?.includes(','))
    throw new Error('names several hosts: write redis+cluster:// or redis+sentinel://');
  if (!URL.canParse(url)) throw new Error('must be a redis:// URL with its password percent-encoded');
  return { kind: 'server', url };
}

function nodesOf(hosts: string, usualPort: number): readonly RedisNode[] {
  return hosts.split(',').map((text) => {
    const { host, port = String(usualPort) } = HOST.exec(text)?.groups ?? {};
    if (host === undefined || Number(port) > 65_535)
      throw new Error('must name hosts as host:port, with commas between them');
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  });
}

function loginOf(text: string | undefined): RedisLogin {
  if (text === undefined) return {};
  const [username = '', ...rest] = text.split(':');
  const password = rest.join(':');
  return login(decoded(username), decoded(password));
}

function sentinelLoginOf(query: string): RedisLogin {
  const settings = new URLSearchParams(query);
  const unknown = [...settings.keys()].find((name) => !SENTINEL_SETTINGS.includes(name));
  if (unknown !== undefined) throw new Error(`may set ${SENTINEL_SETTINGS.join(' and ')}, nothing else`);
  return login(settings.get('sentinelUsername') ?? '', settings.get('sentinelPassword') ?? '');
}

const login = (username: string, password: string): RedisLogin => ({
  username: username !== '' ? username : undefined,
  password: password !== '' ? password : undefined,
});

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('must be percent-encoded where it holds a %');
  }
}
