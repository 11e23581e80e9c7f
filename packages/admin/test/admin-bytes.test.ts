/** The bytes of the bodies and addresses of operations: read exactly as they were written, or refused. */
import { adminEndpoints } from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);
const placeIn = (path: string) =>
  path
    .replace('{provider}', 'twilio')
    .replace('{section}', 'offers')
    .replaceAll(/\{\w+\}/g, 'alpha');
// What people ask of their own account is refused to keys before its body is read; its bodies are read as all others are.
const entrances = adminEndpoints.flatMap(({ method, path, body, forSessions }) =>
  body === undefined || forSessions ? [] : [[`${method} ${path}`, method, placeIn(path)] as const],
);

async function ask(method: string, path: string, raw?: Uint8Array, contentType = 'application/json') {
  const response = await fetch(`${world.url}${path}`, {
    method,
    headers: { 'Content-Type': contentType, 'X-Admin-Key': world.keys.administer },
    body: raw ?? null,
  });
  const { error } = (await response.json()) as { error?: { code: string; details?: readonly string[] } };
  return [response.status, error?.code, error?.details];
}

describe.each(entrances)('the body of %s', (_name, method, path) => {
  it('is refused where it is not UTF-8, or declares another charset', async () => {
    expect(await ask(method, path, Buffer.from('{"name":"José"}', 'latin1'))).toEqual([
      ...[400, 'VALIDATION_ERROR'],
      ['body: is not UTF-8'],
    ]);
    const declared = await ask(method, path, Buffer.from('{}'), 'application/json; charset=UTF-16');
    expect(declared.slice(0, 2)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('is read in UTF-8 and in UTF-16 with its mark', async () => {
    for (const encoding of ['utf8', 'utf16le'] as const) {
      // Refused by what it says, so it was read.
      const refused = await ask(method, path, Buffer.from('\ufeff"é"', encoding));
      expect([refused[0], refused[2]]).toEqual([400, ['body: must be an object']]);
    }
  });
});

it('escapes that are not UTF-8 break no address', async () => {
  for (const { path } of adminEndpoints.filter(({ method }) => method === 'GET')) {
    const [named] = await ask('GET', path.replaceAll(/\{\w+\}/g, '%E9'));
    const [queried] = await ask('GET', `${placeIn(path)}?search=%E9&limit=%FF&%C3=%zz`);
    expect({ path, statuses: [named, queried].map((status) => Number(status) < 500) }).toEqual({
      path,
      statuses: [true, true],
    });
  }
});
