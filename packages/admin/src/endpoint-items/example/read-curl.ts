/** The request that a curl command would make. */
import { parseArgs } from 'node:util';
import { isJson } from './read-body.js';
import { shellWords } from './shell-words.js';

/** A request as an example shows it; its texts may hold variables of the shell. */
export interface ExampleRequest {
  readonly address?: string | undefined;
  readonly method?: string | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** `user:password`. */
  readonly user?: string | undefined;
  readonly body?: string | undefined;
  readonly timeoutSeconds?: number | undefined;
  /** What could not be read, without any value of it. */
  readonly notRead: readonly string[];
}

/** Options with a value that a buyer's example may need, with their letters. */
const meant = {
  ...{ request: 'X', header: 'H', user: 'u', 'user-agent': 'A', referer: 'e', cookie: 'b', url: undefined },
  ...{ data: 'd', 'data-ascii': undefined, 'data-raw': undefined, 'data-binary': undefined },
  ...{ 'data-urlencode': undefined, json: undefined, form: 'F', 'form-string': undefined },
  ...{ 'oauth2-bearer': undefined, 'max-time': 'm' },
} as const;
type Meant = keyof typeof meant;

/** The other options that take a value, some with their letters, so that no value is taken for an address. */
const others = (
  'abstract-unix-socket alt-svc aws-sigv4 cacert capath cert:E cert-type ciphers config:K connect-timeout connect-to ' +
  'continue-at:C cookie-jar:c crlfile curves delegation dns-interface dns-servers doh-url dump-header:D egd-file engine ' +
  'etag-compare etag-save expect100-timeout ftp-port:P happy-eyeballs-timeout-ms hostpubmd5 hsts interface ipfs-gateway ' +
  'keepalive-time key key-type limit-rate local-port login-options mail-from mail-rcpt max-filesize max-redirs ' +
  'netrc-file noproxy output:o pass pinnedpubkey preproxy proto proto-default proto-redir proxy:x proxy-cert ' +
  'proxy-header proxy-key proxy-pass proxy-user:U quote:Q random-file range:r rate resolve retry retry-delay ' +
  'retry-max-time service-name socks4 socks4a socks5 socks5-hostname speed-limit:Y speed-time:y stderr ' +
  'telnet-option:t time-cond:z tls-max tls13-ciphers tlspassword tlsuser trace trace-ascii trace-config unix-socket ' +
  'upload-file:T url-query variable vlan-priority write-out:w'
)
  .split(' ')
  .map((option) => option.split(':'));

const valued = [...Object.entries(meant), ...others].map(
  ([name = '', short]) => [name, { type: 'string' as const, ...(short !== undefined && { short }) }] as const,
);
const options = {
  ...Object.fromEntries(valued),
  get: { type: 'boolean', short: 'G' },
  head: { type: 'boolean', short: 'I' },
} as const;

/** Whether a text begins as a curl command does. */
export function isCurl(text: string): boolean {
  return /^(?:[$#>%]\s+)?(?:[\w.\\/:-]*[\\/])?curl(?:\.exe)?\s/i.test(text);
}

/** Reads a curl command. */
export function readCurl(text: string): ExampleRequest {
  const { words, notRead } = shellWords(text.replace(/^[$#>%]\s+/, ''));
  const args = words.slice(1);
  // On a line of its own.
  const second = args.findIndex((word) => /^(?:\S*[\\/])?curl(?:\.exe)?$/i.test(word));
  const reading = new Reading(second < 0 ? notRead : [...notRead, 'a second command']);
  const { tokens } = parseArgs({
    args: second < 0 ? args : args.slice(0, second),
    options,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') reading.address(token.value);
    else if (token.kind === 'option') reading.option(token.name, token.rawName, token.value);
  }
  return reading.request();
}

/** A request while the options of its command are read one after the other. */
class Reading {
  readonly #notRead: string[];
  readonly #addresses: string[] = [];
  readonly #headers: (readonly [string, string])[] = [];
  readonly #data: string[] = [];
  #isJson = false;
  /** The option by which the data is sent in the address. */
  #inAddress: string | undefined;
  #method: string | undefined;
  #user: string | undefined;
  #timeoutSeconds: number | undefined;

  constructor(notRead: readonly string[]) {
    this.#notRead = [...notRead];
  }

  address(word: string): void {
    if (/^https?:\/\//i.test(word) || /^\u0002/.test(word)) this.#addresses.push(word);
    // It may be the value of an option that is not known, and a credential.
    else this.#notRead.push('a word that is no address beginning with https://');
  }

  option(name: string, rawName: string, value: string | undefined): void {
    if (value !== undefined && Object.hasOwn(meant, name)) this.#meant(name as Meant, rawName, value);
    else if (name === 'head') this.#method ??= 'HEAD';
    else if (name === 'get') {
      this.#method ??= 'GET';
      this.#inAddress = rawName;
    } else this.#notRead.push(`the option ${/^-{1,2}[a-z0-9-]{1,30}$/i.exec(rawName)?.[0] ?? ''}`.trim());
  }

  #meant(name: Meant, rawName: string, value: string): void {
    switch (name) {
      case 'url':
        return this.address(value);
      case 'request':
        this.#method = value;
        return;
      case 'header':
        return this.#header(value);
      case 'user':
        this.#user = value;
        return;
      case 'max-time':
        this.#timeoutSeconds = Number(value);
        return;
      case 'oauth2-bearer':
        this.#headers.push(['Authorization', `Bearer ${value}`]);
        return;
      case 'user-agent':
        this.#headers.push(['User-Agent', value]);
        return;
      case 'referer':
        this.#headers.push(['Referer', value]);
        return;
      case 'cookie':
        if (value.includes('=')) this.#headers.push(['Cookie', value]);
        else this.#file(rawName);
        return;
      case 'form':
      case 'form-string':
        return this.#part(name, rawName, value);
      case 'json':
        this.#isJson = true;
        break;
      default:
    }
    this.#body(name, rawName, value);
  }

  #header(line: string): void {
    const at = line.indexOf(':');
    if (line.startsWith('@')) this.#file('-H');
    else if (at > 0) this.#headers.push([line.slice(0, at).trim(), line.slice(at + 1).trim()]);
    else this.#notRead.push('a header without a value');
  }

  #part(name: Meant, rawName: string, value: string): void {
    const at = value.indexOf('=');
    if (at < 0 || (name === 'form' && /^[@<]/.test(value.slice(at + 1)))) return this.#file(rawName);
    const why = `${rawName}: multipart/form-data; a form in the body is proposed instead`;
    if (!this.#notRead.includes(why)) this.#notRead.push(why);
    // Unlike a form, a part may have any name.
    this.#data.push(`${encodeURIComponent(value.slice(0, at))}=${encodeURIComponent(value.slice(at + 1))}`);
  }

  #body(name: Meant, rawName: string, value: string): void {
    const isEncoded = name === 'data-urlencode';
    if (name !== 'data-raw' && (isEncoded ? /^[^=]*@/.test(value) : value.startsWith('@')))
      this.#file(rawName);
    else this.#data.push(isEncoded ? encoded(value, value.indexOf('=')) : value);
  }

  #file(rawName: string): void {
    this.#notRead.push(`${rawName}: the content of a file`);
  }

  request(): ExampleRequest {
    const [address, ...further] = this.#addresses;
    const noAddress = address === undefined ? ['an address: none begins with https://'] : [];
    const data = this.#data.join('&');
    // Servers read a space in a form as they read a plus sign, and examples are written with spaces.
    const body = this.#data.length === 0 ? undefined : isJson(data) ? data : data.replaceAll(' ', '+');
    if (this.#inAddress !== undefined && body !== undefined)
      this.#notRead.push(`${this.#inAddress}: data in the address; a form in the body is proposed instead`);
    const saysType = this.#headers.some(([name]) => name.toLowerCase() === 'content-type');
    if (this.#isJson && !saysType) this.#headers.push(['Content-Type', 'application/json']);
    return {
      address,
      method: this.#method ?? (body === undefined ? 'GET' : 'POST'),
      headers: this.#headers,
      user: this.#user,
      body,
      timeoutSeconds: this.#timeoutSeconds,
      notRead: [...noAddress, ...further.map(() => 'a second address'), ...this.#notRead],
    };
  }
}

// As curl does it: what stands before the first `=` stays as it is.
function encoded(value: string, at: number): string {
  const name = value.slice(0, Math.max(at, 0));
  return `${name}${name === '' ? '' : '='}${encodeURIComponent(value.slice(at + 1))}`;
}
