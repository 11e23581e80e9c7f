import { openGateway } from './gateway.js';

describe('a request without a working key', () => {
  it.each([
    ['no proxy', false, /^(127\.0\.0\.1|::1)$/],
    ['the proxy in front', 1, /^203\.0\.113\.9$/],
    ['proxies elsewhere', ['10.0.0.0/8'], /^(127\.0\.0\.1|::1)$/],
  ] as const)(
    'is logged with its client address, as far as %s may be trusted',
    async (_whom, trusted, from) => {
      const trustedProxies = typeof trusted === 'object' ? [...trusted] : trusted;
      const world = await openGateway({ trustedProxies });
      try {
        const headers = { 'X-Forwarded-For': '198.51.100.1, 203.0.113.9' };
        expect((await world.request('GET', '/api/v1/leads', { key: 'slk_wrong', headers })).status).toBe(401);
        expect((await world.request('GET', '/api/v1/leads', { headers })).status).toBe(200);
        const lines = world.logged.filter(({ message }) => message === 'request');
        expect(lines).toEqual([
          expect.objectContaining({ status: 401, from: expect.stringMatching(from) as string }),
          expect.not.objectContaining({ from: expect.anything() as unknown }),
        ]);
      } finally {
        await world.close();
      }
    },
  );
});
