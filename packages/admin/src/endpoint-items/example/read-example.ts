/**
 * Reads the example in a buyer's documentation: what a delivery endpoint like it would be, for a person to confirm.
 * Nothing is run, sent or stored, and no value of a credential is in what is returned.
 */
import {
  ApiError,
  deliveryEndpointSchema,
  headerProblem,
  secretReference,
  type FieldLibraryEntry,
} from '@sluice/contracts';
import { plainName } from '@sluice/domain';
import { buyerIn, freeName, ProposedSecrets, type ProposedSecret } from './proposed-secrets.js';
import { isForm, isJson, jsonProblem, knownFields, readBody, type ProposedBody } from './read-body.js';
import { isCurl, readCurl, type ExampleRequest } from './read-curl.js';
import { variablesIn, withVariables } from './shell-words.js';

/** An endpoint as an example proposes it. */
export interface ReadExample {
  /** A delivery endpoint, not whole where the example does not say it. */
  readonly item: Readonly<Record<string, unknown>>;
  readonly secrets: readonly ProposedSecret[];
  /** What could not be read or is still to be chosen. */
  readonly notRead: readonly string[];
}

/** What the tenant has, for names that are free and fields that exist. */
export interface Tenants {
  readonly endpointIds: readonly string[];
  readonly secretNames: readonly string[];
  readonly library: readonly Pick<FieldLibraryEntry, 'key' | 'label'>[];
}

/**
 * Reads an example.
 * @throws ApiError VALIDATION_ERROR if nothing of it can be read
 */
export function readExample(pasted: string, tenants: Tenants): ReadExample {
  const text = pasted.replace(/\p{Surrogate}/gu, '').trim();
  const request = requestIn(text);
  const buyer = buyerIn(request.address);
  const secrets = new ProposedSecrets(buyer, tenants.secretNames);
  const address = addressOf(request.address, secrets);
  const headers = headersOf(request, address.user ?? request.user, secrets);
  const { notRead: ofBody, ...body }: ProposedBody =
    request.body === undefined
      ? { notRead: [] }
      : readBody(withVariables(request.body), { secrets, known: knownFields(tenants.library, plainName) });
  const type = contentType(headers.map, body.format);
  const { notRead: ofMethod, ...method } = methodOf(request);
  const { notRead: ofTimeout, ...timeout } = timeoutOf(request);
  const item = {
    deliveryEndpointId: freeName(`end_${buyer}`, new Set(tenants.endpointIds), '_'),
    ...(address.url !== undefined && { url: withVariables(address.url) }),
    ...method,
    ...body,
    ...type,
    ...timeout,
  };
  const written = JSON.stringify(item);
  return {
    item,
    // Not that of a header which may not be set.
    secrets: secrets.proposed.filter(({ name }) => written.includes(secretReference(name))),
    notRead: [
      ...new Set([
        ...request.notRead,
        ...ofMethod,
        ...ofTimeout,
        ...headers.notRead,
        ...ofBody,
        ...[address.url ?? '', ...Object.values(headers.map)].flatMap(variablesIn).map(valueless),
      ]),
    ],
  };
}

function requestIn(text: string): ExampleRequest {
  if (isCurl(text)) return readCurl(text);
  if (isJson(text)) {
    const problem = isReadable(text) ? undefined : jsonProblem(text);
    if (problem !== undefined) throw new ApiError('VALIDATION_ERROR', { details: [`text: ${problem}`] });
  } else if (!isForm(text))
    throw new ApiError('VALIDATION_ERROR', {
      details: ['text: must be a curl command, a JSON body or a form body'],
    });
  return { headers: [], body: text, notRead: [] };
}

function isReadable(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function valueless(name: string): string {
  return `$${name}: the value of a variable`;
}

function addressOf(
  address: string | undefined,
  secrets: ProposedSecrets,
): { readonly url?: string; readonly user?: string | undefined } {
  if (address === undefined) return {};
  const [, scheme = '', user, rest = ''] = /^(https?:\/\/)(?:([^/?#]*)@)?(.*)$/is.exec(address) ?? [
    ...['', '', undefined, address],
  ];
  return { url: scheme + secrets.inAddress(rest), user };
}

function headersOf({ headers }: ExampleRequest, user: string | undefined, secrets: ProposedSecrets) {
  const notRead: string[] = [];
  const named = new Map<string, readonly [string, string]>();
  const given = new Map<string, string>();
  for (const [name, value] of headers) {
    const before = given.get(name.toLowerCase());
    if (before !== undefined) {
      if (before !== value) notRead.push(`the second header ${name}`);
      continue;
    }
    const shown = secrets.inHeader(name, value);
    const problem = headerProblem(name, shown.replace(/\u0002/g, ''));
    if (problem === undefined) {
      given.set(name.toLowerCase(), value);
      named.set(name.toLowerCase(), [name, shown]);
    } else
      notRead.push(/^[\w-]{1,64}$/.test(name) ? `the header ${name}: ${problem}` : `a header: ${problem}`);
  }
  // As curl does it: a header that is written out replaces the one that a user would make.
  if (user !== undefined && user !== '' && given.has('authorization'))
    notRead.push('the user: the header Authorization is sent in its place');
  else if (user !== undefined && user !== '')
    named.set('authorization', [
      'Authorization',
      `Basic ${secrets.reference('basic', 'user and password, joined by a colon and written in base64')}`,
    ]);
  return { map: Object.fromEntries(named.values()), notRead };
}

const ours: Readonly<Record<string, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
};

// The type that a format has anyway need not be said; that of a form in parts would be wrong.
function contentType(headers: Readonly<Record<string, string>>, format: string | undefined) {
  const kept = Object.entries(headers).filter(([name, value]) => {
    if (name.toLowerCase() !== 'content-type') return true;
    const essence = value.split(';')[0]?.trim().toLowerCase();
    return essence !== (ours[format ?? ''] ?? ours['json']) && essence !== 'multipart/form-data';
  });
  if (kept.length === 0) return {};
  return { headers: Object.fromEntries(kept.map(([name, value]) => [name, withVariables(value)])) };
}

function methodOf({ method, address, body }: ExampleRequest) {
  // A body alone does not say it.
  if (method === undefined) return { notRead: [] };
  const known = deliveryEndpointSchema.shape.method.safeParse(method.toUpperCase());
  if (known.success) return { method: known.data, notRead: [] };
  const why = body === undefined && address !== undefined ? 'a request without a body' : 'the method';
  return { method: 'POST', notRead: [`${why}: a lead is sent by POST, PUT or PATCH`] };
}

function timeoutOf({ timeoutSeconds }: ExampleRequest) {
  if (timeoutSeconds === undefined) return { notRead: [] };
  const read = deliveryEndpointSchema.shape.timeoutSeconds.safeParse(timeoutSeconds);
  return read.success ? { timeoutSeconds: read.data, notRead: [] } : { notRead: ['the timeout'] };
}
