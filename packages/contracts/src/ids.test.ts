import { tenantIdSchema } from './ids.js';

it('no tenant can be called as the place of the installation is', () => {
  expect(tenantIdSchema.safeParse('_installation').success).toBe(false);
});
