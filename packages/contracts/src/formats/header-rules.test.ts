import { headersSchema } from './header-rules.js';
import { readBody } from '../reading/read-body.js';

describe('custom headers', () => {
  it('are accepted when they are ordinary', () => {
    const headers = { Authorization: 'Bearer abc', 'X-Partner': 'sluice', Accept: '*/*', 'x-empty': '' };
    expect(headersSchema.parse(headers)).toEqual(headers);
  });

  it.each([
    ['Host', 'x', 'Host: may not be set'],
    ['content-length', '3', 'content-length: may not be set'],
    ['Transfer-Encoding', 'chunked', 'Transfer-Encoding: may not be set'],
    ['CONNECTION', 'close', 'CONNECTION: may not be set'],
    ['Expect', '100-continue', 'Expect: may not be set'],
    ['Upgrade', 'h2c', 'Upgrade: may not be set'],
    ['Keep-Alive', 'timeout=5', 'Keep-Alive: may not be set'],
    ['TE', 'trailers', 'TE: may not be set'],
    ['Trailer', 'X-A', 'Trailer: may not be set'],
    ['Proxy-Authorization', 'Basic x', 'Proxy-Authorization: may not be set'],
    ['Proxy-Connection', 'close', 'Proxy-Connection: may not be set'],
    ['X-A', 'a\r\nX-B: b', 'X-A: must not contain line breaks or control characters'],
    ['X-A', 'a\nb', 'X-A: must not contain line breaks or control characters'],
    ['X-A', 'a\u0001b', 'X-A: must not contain line breaks or control characters'],
    ['X-A', 'snow ☃', 'X-A: must contain Latin-1 characters only'],
    ['X A', 'a', 'X A: is not a valid header name'],
    ['X-A\r\nX-B', 'a', 'X-A\r\nX-B: is not a valid header name'],
    ['', 'a', ': is not a valid header name'],
  ])('are refused for the name %j with the value %j', (name, value, problem) => {
    expect(readBody(headersSchema, { [name]: value })).toEqual({ kind: 'invalid', problems: [problem] });
  });

  it('must have string values', () => {
    expect(headersSchema.safeParse({ 'X-A': 1 }).success).toBe(false);
    expect(headersSchema.safeParse(['X-A']).success).toBe(false);
  });
});
