/** The secrets that an example proposes in place of its credentials, whose values are dropped at once. */
import { credentialsIn, isCredentialName, parseHttpUrl, secretReference } from '@sluice/contracts';
import { decodedFromUrl } from '@sluice/domain';

/** A secret to be saved before the endpoint. */
export interface ProposedSecret {
  readonly name: string;
  /** Where its value stands in the example. */
  readonly of: string;
}

const MOST_CHARACTERS = 64;

/** Names the credentials of one example; no proposed name is among `taken`. */
export class ProposedSecrets {
  readonly #taken: Set<string>;
  readonly #buyer: string;
  readonly #proposed: ProposedSecret[] = [];

  constructor(buyer: string, taken: readonly string[]) {
    this.#buyer = buyer;
    this.#taken = new Set(taken);
  }

  /** What was proposed, in the order of the example. */
  get proposed(): readonly ProposedSecret[] {
    return this.#proposed;
  }

  /** The reference to a new secret. */
  reference(name: string, of: string): string {
    const words = `${this.#buyer} ${name.replace(/([a-z0-9])([A-Z])/g, '$1 $2')}`.toLowerCase();
    const base = words
      .split(/[^a-z0-9]+/)
      .join('_')
      .replace(/^_|_$/g, '')
      .slice(0, MOST_CHARACTERS - 4);
    const free = freeName(base, this.#taken, '_');
    this.#taken.add(free);
    this.#proposed.push({ name: free, of });
    return secretReference(free);
  }

  /** The header with a reference in place of what is a credential by its name or by the word before it. */
  inHeader(name: string, value: string): string {
    const of = `the header ${name}`;
    if (!isCredentialName(name) || value === '') return this.#inText(value, of);
    const [scheme = ''] = /^(?:bearer|basic|digest|token|apikey|api-key|key|hmac)\s+/i.exec(value) ?? [];
    const called = /^(?:proxy-)?authorization$/i.test(name) ? scheme.trim() || 'authorization' : name;
    return scheme + this.reference(called, of);
  }

  /** The address without its credentials; of a user in it, nothing is left. */
  inAddress(address: string): string {
    const byName = address.replace(/([?&;])([^=&;#?]+)=([^&;#]+)/g, (whole, sign: string, name: string) => {
      const plain = decodedFromUrl(name);
      return isCredentialName(plain)
        ? `${sign}${name}=${this.reference(plain, `the parameter ${plain} of the address`)}`
        : whole;
    });
    return this.#inText(byName, 'the address');
  }

  #inText(text: string, of: string): string {
    let from = 0;
    const kept = credentialsIn(text).map(({ name, start, end }) => {
      const before = text.slice(from, start);
      from = end;
      return before + this.reference(name, of);
    });
    return kept.join('') + text.slice(from);
  }
}

/** `base`, or with the lowest number that makes it none of those that are taken. */
export function freeName(base: string, taken: ReadonlySet<string>, sign: string): string {
  if (!taken.has(base)) return base;
  for (let n = 2; ; n += 1) if (!taken.has(`${base}${sign}${n}`)) return `${base}${sign}${n}`;
}

/** The word of an address that names the buyer: `acme` of `https://leads.acme.com/in`. */
export function buyerIn(address: string | undefined): string {
  const host = parseHttpUrl(address ?? '')?.hostname ?? '';
  const labels = /^[\d.]+$|^\[/.test(host) ? [] : host.split('.');
  const word = labels.length > 1 ? labels.at(-2) : labels[0];
  return word?.replace(/[^a-z0-9]+/gi, '').slice(0, 30) || 'buyer';
}
