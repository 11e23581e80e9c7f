/**
 * axios, the client of every outbound call, with Sluice's own way to the network under it: axios knows requests, headers
 * and errors; the adapter sends them through the guarded connections, within their limits and their deadline.
 */
import { Axios, AxiosError, AxiosHeaders, type InternalAxiosRequestConfig } from 'axios';
import type { Answered, OutboundAnswer, Unanswered } from './outbound-answer.js';

/** A request as axios hands it to the network. */
export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly timeoutMs: number;
}

/** Most servers send a plain body if asked to; a compressed one is still read within bounds. */
const defaultHeaders = { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'Sluice/1.0' };

/** A call that got no answer. */
class NoAnswerError extends AxiosError {
  readonly unanswered: Unanswered;

  constructor(unanswered: Unanswered, config: InternalAxiosRequestConfig) {
    super(`no answer: ${unanswered.reason}`, unanswered.reason, config);
    this.unanswered = unanswered;
  }
}

/**
 * Creates the instance over `exchange`, which must settle within the request's timeout. An answer of any status is a
 * response whose `data` is the {@link Answered}; a call without an answer rejects with a {@link NoAnswerError}.
 */
export function createAxios(exchange: (request: SentRequest) => Promise<OutboundAnswer>): Axios {
  // Without the defaults of the library's own instance, which are for its own adapters and would be merged at each call.
  return new Axios({
    headers: { common: new AxiosHeaders(defaultHeaders) },
    // Bodies are finished texts, and an answer is read by the rules of its receiver, whatever its status.
    transformRequest: [],
    transformResponse: [],
    validateStatus: null,
    async adapter(config) {
      const answer = await exchange(requestOf(config));
      if (answer.kind === 'failed') throw new NoAnswerError(answer, config);
      return {
        data: answer,
        status: answer.status,
        statusText: '',
        // The answer has them; axios would normalise them once more.
        headers: {},
        config,
      };
    },
  });
}

/** Sends a request through the instance; never rejects for a receiver's fault. */
export async function sendThrough(
  instance: Axios,
  { url, method, headers, body, timeoutMs }: SentRequest,
): Promise<OutboundAnswer> {
  // Without a type of its own, axios would call a text a form.
  const typed = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  try {
    const { data } = await instance.request<Answered>({
      url,
      method,
      headers: typed ? headers : { ...headers, 'Content-Type': false },
      data: body,
      timeout: timeoutMs,
    });
    return data;
  } catch (error) {
    if (error instanceof NoAnswerError) return error.unanswered;
    throw error;
  }
}

function requestOf({
  url = '',
  method = 'GET',
  headers,
  data,
  timeout = 0,
}: InternalAxiosRequestConfig): SentRequest {
  return {
    url,
    method: method.toUpperCase(),
    headers: headers.toJSON() as Record<string, string>,
    body: data as string | undefined,
    timeoutMs: timeout,
  };
}
