import { deliveryEndpointSchema, firstSubmissionActionSchema, webhooksSchema } from '@sluice/contracts';
import { services as contracts } from '@sluice/local';
import { configShape as dashboard } from '@sluice/dashboard/config';
import { configShape as delivery } from '@sluice/delivery/config';
import { configShape as email } from '@sluice/email/config';
import { configShape as gateway } from '@sluice/gateway/config';
import { configShape as pixel } from '@sluice/pixel/config';
import { configShape as qualification } from '@sluice/qualification/config';
import { configShape as routing } from '@sluice/routing/config';
import { configShape as sms } from '@sluice/sms/config';
import { configShape as webhook } from '@sluice/webhook/config';

const services = { dashboard, delivery, email, gateway, pixel, qualification, routing, sms, webhook };

it('knows the variables of every service', () => {
  expect(Object.keys(services).sort()).toEqual(contracts.map(({ name }) => name).sort());
});

describe.each(Object.entries(services))('the service %s', (name, shape) => {
  it('has the default ports and grace period that its deployments configure', () => {
    const contract = contracts.find((service) => service.name === name)!;
    const defaults = {
      HEALTH_PORT: shape.HEALTH_PORT.parse(undefined),
      SHUTDOWN_GRACE_SECONDS: shape.SHUTDOWN_GRACE_SECONDS.parse(undefined),
    };
    expect(defaults).toEqual({
      HEALTH_PORT: contract.healthPort,
      SHUTDOWN_GRACE_SECONDS: contract.graceSeconds,
    });
  });
});

describe('the work in progress of a worker that gets SIGTERM', () => {
  const graceSeconds = (shape: (typeof services)[keyof typeof services]) =>
    shape.SHUTDOWN_GRACE_SECONDS.parse(undefined);
  // An attempt's lease is 5 s longer than its call, and closing may take as long again.
  const beyondSeconds = 10;

  it('ends before the grace period does: the longest call to a buyer, the longest to a webhook', () => {
    const { timeoutSeconds } = deliveryEndpointSchema.shape;
    const longest = (schema: { safeParse(value: unknown): { success: boolean } }, above: number) =>
      Array.from({ length: above }, (_, n) => above - n).find((n) => schema.safeParse(n).success) ?? 0;
    expect(graceSeconds(delivery)).toBeGreaterThanOrEqual(longest(timeoutSeconds, 1_000) + beyondSeconds);
    const hook = firstSubmissionActionSchema.shape.webhook.unwrap().shape.timeoutSeconds;
    expect(graceSeconds(webhook)).toBeGreaterThanOrEqual(longest(hook, 1_000) + beyondSeconds);
    const event = webhooksSchema.shape.timeoutSeconds;
    expect(graceSeconds(webhook)).toBeGreaterThanOrEqual(longest(event, 1_000) + beyondSeconds);
  });
});
