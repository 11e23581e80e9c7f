import { INSTALLATION, placeIdSchema, tenantIdSchema } from './ids.js';
import { emailQueue, routingQueue } from './queues.js';

it('no tenant can be called as the place of the installation is', () => {
  expect(tenantIdSchema.safeParse(INSTALLATION).success).toBe(false);
  expect(placeIdSchema.safeParse(INSTALLATION).success).toBe(true);
  expect(placeIdSchema.safeParse('_other').success).toBe(false);
});

it('effects may belong to the installation, leads only to tenants', () => {
  expect(emailQueue.item({ tenantId: INSTALLATION, effectId: 'password_reset.1' })).toBe('password_reset.1');
  expect(() => routingQueue.item({ tenantId: INSTALLATION, submissionId: 'sub_1', generation: 0 })).toThrow();
});
