/** The names of the services, which are also their folders and packages. */

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
