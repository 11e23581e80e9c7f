/** How each service is loaded: its program, and the variables that it reads. Nothing is loaded before it is asked for. */
import type { ServiceName } from '@sluice/local';

/** The parts of a service that others load. */
export interface ServiceModules {
  /** Runs the service in this process. */
  readonly start: () => Promise<unknown>;
  /** The schema of its environment variables. */
  readonly config: () => Promise<{ readonly configShape: Readonly<Record<string, unknown>> }>;
}

/** Every service; one without an entry does not compile. */
export const serviceModules: Readonly<Record<ServiceName, ServiceModules>> = {
  gateway: {
    start: () => import('@sluice/gateway/main'),
    config: () => import('@sluice/gateway/config'),
  },
  qualification: {
    start: () => import('@sluice/qualification/main'),
    config: () => import('@sluice/qualification/config'),
  },
  routing: {
    start: () => import('@sluice/routing/main'),
    config: () => import('@sluice/routing/config'),
  },
  delivery: {
    start: () => import('@sluice/delivery/main'),
    config: () => import('@sluice/delivery/config'),
  },
  sms: {
    start: () => import('@sluice/sms/main'),
    config: () => import('@sluice/sms/config'),
  },
  pixel: {
    start: () => import('@sluice/pixel/main'),
    config: () => import('@sluice/pixel/config'),
  },
  webhook: {
    start: () => import('@sluice/webhook/main'),
    config: () => import('@sluice/webhook/config'),
  },
  email: {
    start: () => import('@sluice/email/main'),
    config: () => import('@sluice/email/config'),
  },
  dashboard: {
    start: () => import('@sluice/dashboard/main'),
    config: () => import('@sluice/dashboard/config'),
  },
};
