/** The services by name, which is also their folder and their package. */

/** Every service, in the order in which run.json lists them. */
export const serviceNames = [
  'gateway',
  'qualification',
  'routing',
  'delivery',
  'sms',
  'pixel',
  'webhook',
  'dashboard',
] as const;

/** The name of a service, which is also its folder. */
export type ServiceName = (typeof serviceNames)[number];
