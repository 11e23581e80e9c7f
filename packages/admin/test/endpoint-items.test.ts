/** Connecting a buyer: an endpoint from an example, tried before it is saved. */
import { adminReadEndpointExample } from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import { openAdminApi } from './admin-api.js';
import { aBuyer } from './catalog.js';

const world = duringTests(openAdminApi);
beforeAll(() => aBuyer(world.stores));

const alpha = { tenantId: 'alpha' };

describe('the example of a buyer', () => {
  it('becomes an endpoint to confirm, and leaves its secrets in no answer, audit or log', async () => {
    const logged: unknown[] = [];
    const text =
      "curl https://me:s3cret-1@acme.example/in?token=s3cret-2 -H 'X-Key: s3cret-3' -d 'pin=s3cret-4&email=a' -b @s3cret-5";
    const written = [process.stdout, process.stderr].map((stream) =>
      jest.spyOn(stream, 'write').mockImplementation((chunk) => logged.push(chunk) > 0),
    );
    const answers = await Promise.all(
      [text, `${text} -d '{"a": s3cret-6`, '{"a": "s3cret-7"', 's3cret-8'].map(async (each) =>
        world.call(adminReadEndpointExample, {
          params: alpha,
          body: { text: each },
          key: world.keys.operate,
        }),
      ),
    );
    for (const each of written) each.mockRestore();
    expect(answers.map(({ error }) => error?.code)).toEqual([
      ...[undefined, undefined, 'VALIDATION_ERROR', 'VALIDATION_ERROR'],
    ]);
    expect(answers[0]?.data.item).toMatchObject({
      deliveryEndpointId: 'end_acme',
      fields: { pin: '{{ secrets.acme_pin }}', email: 'email' },
    });
    const audit = await world.stores.audit.page({}, 50);
    expect(JSON.stringify([answers, audit, logged.map(String)])).not.toContain('s3cret');
  });

  it('is read by those who may act on the campaigns of the tenant', async () => {
    const body = { text: 'a=1' };
    const keys = await Promise.all(
      (['owner', 'manager', 'analyst'] as const).map((role) => world.memberKey({ ...alpha, role })),
    );
    const codes = await Promise.all(
      [world.keys.view, ...keys].map(
        async (key) => (await world.call(adminReadEndpointExample, { params: alpha, body, key })).status,
      ),
    );
    expect(codes).toEqual([403, 200, 200, 403]);
  });
});
