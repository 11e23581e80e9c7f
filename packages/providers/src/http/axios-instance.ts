/** axios, the client of every outbound call, with its own adapter for Node and the guarded connections under it. */
import { Axios, AxiosHeaders } from 'axios';
import type { GuardedConnections } from './guarded-connections.js';

/** Most servers send a plain body if asked to; a compressed one is still read within bounds. */
const defaultHeaders = { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'Sluice/1.0' };

/**
 * Creates the instance. An answer of any status is a response, with its body as a stream; no redirect is followed, no
 * proxy used, and no time limited: a call has a deadline of its own.
 */
export function createAxios({ plain, secure }: GuardedConnections): Axios {
  // Without the defaults of the library's own instance, which would be merged at each call.
  return new Axios({
    adapter: 'http',
    httpAgent: plain,
    httpsAgent: secure,
    maxRedirects: 0,
    proxy: false,
    headers: { common: new AxiosHeaders(defaultHeaders) },
    // Bodies are finished texts, and an answer is read by the rules of its receiver, whatever its status.
    transformRequest: [],
    transformResponse: [],
    validateStatus: null,
    responseType: 'stream',
    decompress: false,
    // Folded headers, spaces behind the size of a chunk and the like, which other clients read.
    insecureHTTPParser: true,
  });
}
