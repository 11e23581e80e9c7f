/** Configuration fragments that several services use, by variable name. */
import { z } from 'zod';
import { failpointProblem } from '../failpoint.js';
import { trustedProxies, type TrustedProxies } from './trusted-proxies.js';
import { redisUrlProblem } from '../redis/redis-url.js';

const port = z.coerce.number().int().min(0).max(65_535);

/** A TCP port with its default; `what` is served there. */
export const portOr = (usual: number, what: string) => port.default(usual).describe(what);

/** The port of a process's own health server. */
export const healthPortOr = (usual: number) =>
  portOr(usual, 'Port of `/healthz`, `/readyz` and `/metrics`, for the internal network only.');

/** The stores that every service needs. */
export const storesFragment = {
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'must be a mongodb:// URL')
    .describe('MongoDB 8.0 or newer, the source of truth: a replica set, with the database name.'),
  MONGODB_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(32)
    .describe('Maximum number of connections of one process to each MongoDB server.'),
  REDIS_URL: z
    .string()
    .superRefine((url, context) => {
      const problem = redisUrlProblem(url);
      if (problem !== undefined) context.addIssue(problem);
    })
    .describe('Redis, for the queues: one server, a Cluster, or a master behind Sentinels.'),
} as const;

/** The time a process needs beyond its longest call to record the result and to close. */
const BEYOND_THE_LONGEST_CALL_SECONDS = 30;

/**
 * How long a stopping process may take to finish the work in progress. The default exceeds its longest call, so that no
 * deployment leaves a call with an unknown outcome.
 */
export const shutdownFragment = (longestCallSeconds: number) =>
  ({
    SHUTDOWN_GRACE_SECONDS: z.coerce
      .number()
      .int()
      .min(1)
      .max(3_600)
      .default(longestCallSeconds + BEYOND_THE_LONGEST_CALL_SECONDS)
      .describe('How long a stopping process may take to finish its current work.'),
  }) as const;

/**
 * How soon the sweep checks work that no worker has moved; its other times follow in proportion. Never later than the
 * default, from which the promised recovery times follow.
 */
export const sweepFragment = {
  SWEEP_AFTER_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(20)
    .default(20)
    .describe(
      'Age at which the sweep checks a lead that has made no progress. Must be the same in every process.',
    ),
} as const;

/** The maximum number of batches a worker processes at once, if not the default of its queue. */
export const concurrencyFragment = (usual: number) =>
  ({
    CONCURRENCY: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000)
      .default(usual)
      .describe('Maximum number of batches, of up to 64 leads each, that one worker process runs at once.'),
  }) as const;

/** The proxies whose headers are trusted for a request's address and scheme; none by default. */
export const proxyFragment = {
  TRUST_PROXY: z
    .string()
    .default('')
    .transform((text, context): TrustedProxies => {
      const trusted = trustedProxies(text);
      if (trusted !== undefined) return trusted;
      context.addIssue(
        'must be a number of proxies (1 to 16), or addresses and CIDRs with commas between them',
      );
      return z.NEVER;
    })
    .describe('Trusted proxies: how many (1 to 16), or their addresses and CIDRs.'),
} as const;

/** The log level, and whether this is production. */
export const processFragment = {
  LOG_LEVEL: z
    .enum(['error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('Log level; one JSON line per unit of work.'),
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('production')
    .describe('Production refuses weak and development-only settings.'),
  SLUICE_SUPERVISED: z
    .stringbool()
    .default(false)
    .describe('Set by the supervisor of `npm start`: the process ends when its supervisor dies.'),
  FAILPOINT: z
    .string()
    .superRefine((spec, context) => {
      const problem = failpointProblem(spec);
      if (problem !== undefined) context.addIssue(problem);
    })
    .optional()
    .describe(
      'For tests: where this process ends, stops or hangs (NAME, NAME:COUNT, NAME@ID, stop:NAME, hang:NAME), or which step it leaves out (skip:STEP).',
    ),
  JOB_BUDGET_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(86_400_000)
    .optional()
    .describe('For tests: how long a job may take, in place of its own budget.'),
} as const;

/** Non-public addresses that outbound calls may reach. Refused in production. */
export const outboundFragment = {
  OUTBOUND_ALLOW: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((cidr) => (cidr.trim() === '' ? [] : [cidr.trim()])))
    .describe('Private CIDRs that outbound calls may reach, separated by commas.'),
} as const;

/** How services make outbound calls. */
export const outboundCallsFragment = {
  ...outboundFragment,
  OUTBOUND_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(256)
    .describe('Maximum number of connections of one process to one receiver; further calls wait.'),
} as const;

/** The mail server of the installation, for tenants without one of their own. */
export const mailFragment = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps URL' })
    .optional()
    .describe(
      'Mail server for tenants without one of their own, such as `smtps://user:password@mail.example:465`.',
    ),
  MAIL_FROM: z
    .email({ error: 'must be an email address' })
    .optional()
    .describe('Address that mails through `SMTP_URL` come from.'),
} as const;

/** The public address of the gateway. */
export const publicUrlFragment = {
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .optional()
    .describe(
      'Public URL of the gateway: vendors sign URLs that begin with it, and links and examples in the dashboard do.',
    ),
} as const;

/** The key that seals vendor credentials and tenants' secrets. Earlier keys, comma-separated after it, still open them. */
export const encryptionFragment = {
  ENCRYPTION_KEY: z
    .string({ error: 'is required: 32 bytes, base64' })
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine(
      (keys) => keys.every((key) => Buffer.from(key, 'base64').length === 32),
      'must be 32 bytes, base64',
    )
    .describe(
      'Encrypts vendor credentials and secrets: 32 bytes in base64, followed by earlier keys, separated by commas.',
    ),
} as const;
