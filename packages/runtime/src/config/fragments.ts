/** Fragments of configuration that several services share, by variable name. */
import { z } from 'zod';
import { failpointProblem } from '../failpoint.js';
import { trustedProxies, type TrustedProxies } from '../http/trusted-proxies.js';
import { redisUrlProblem } from '../redis-url.js';

const port = z.coerce.number().int().min(0).max(65_535);

/** A TCP port with its usual value; `what` is served there. */
export const portOr = (usual: number, what: string) => port.default(usual).describe(what);

/** The port of a process's own health. */
export const healthPortOr = (usual: number) =>
  portOr(usual, 'Port of `/healthz`, `/readyz` and `/metrics`, for the inside alone.');

/** The stores that every service needs. */
export const storesFragment = {
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'must be a mongodb:// URL')
    .describe('MongoDB, the truth: a replica set, with the name of its database.'),
  MONGODB_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(32)
    .describe('Connections that one process opens to each server of MongoDB at most.'),
  REDIS_URL: z
    .string()
    .superRefine((url, context) => {
      const problem = redisUrlProblem(url);
      if (problem !== undefined) context.addIssue(problem);
    })
    .describe('Redis, which carries the work: one server, a Cluster, or a master that Sentinels name.'),
} as const;

/** Beyond its longest call, what a process needs to record what came of it and to close. */
const BEYOND_THE_LONGEST_CALL_SECONDS = 30;

/**
 * How long a process that is told to stop may take to finish what it has in hand: by default longer than the longest
 * call that it makes, so that no deploy leaves a call of unknown outcome behind.
 */
export const shutdownFragment = (longestCallSeconds: number) =>
  ({
    SHUTDOWN_GRACE_SECONDS: z.coerce
      .number()
      .int()
      .min(1)
      .max(3_600)
      .default(longestCallSeconds + BEYOND_THE_LONGEST_CALL_SECONDS)
      .describe('How long a process that is told to stop may take to finish what it has in hand.'),
  }) as const;

/**
 * How soon the sweep looks at what no worker moved; its other times follow in proportion. Not later than usual: how long a
 * released lead is known to be on its way (store, submissions.ts) is reckoned with the usual times.
 */
export const sweepFragment = {
  SWEEP_AFTER_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(20)
    .default(20)
    .describe('After how long the sweep looks at what no worker moved. The same in every process.'),
} as const;

/** How many batches a worker has in hand, where that is not its queue's own number. */
export const concurrencyFragment = (usual: number) =>
  ({
    CONCURRENCY: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000)
      .default(usual)
      .describe('Batches, of up to 64 leads each, that one worker process has in hand at most.'),
  }) as const;

/** The proxies whose headers are believed for a request's address and scheme; none by default. */
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
    .describe('Proxies in front whose word counts: how many (1 to 16), or their addresses and CIDRs.'),
} as const;

/** How much is logged, and whether this is production. */
export const processFragment = {
  LOG_LEVEL: z
    .enum(['error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('How much is logged, one JSON line per unit of work.'),
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('production')
    .describe('Production refuses weak settings and those that are for development only.'),
  SLUICE_SUPERVISED: z
    .stringbool()
    .default(false)
    .describe('Set by the supervisor of `npm start`: the process ends when its supervisor is gone.'),
  FAILPOINT: z
    .string()
    .superRefine((spec, context) => {
      const problem = failpointProblem(spec);
      if (problem !== undefined) context.addIssue(problem);
    })
    .optional()
    .describe('For tests: where this process ends itself or hangs (NAME, NAME:COUNT, NAME@ID, hang:NAME).'),
  JOB_BUDGET_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(86_400_000)
    .optional()
    .describe('For tests: how long a job may take, in place of its own budget.'),
} as const;

/** Where calls to the outside may go although the address is not public. Refused in production. */
export const outboundFragment = {
  OUTBOUND_ALLOW: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((cidr) => (cidr.trim() === '' ? [] : [cidr.trim()])))
    .describe('CIDRs, with commas between them, that calls may reach although they are not public.'),
} as const;

/** How calls to the outside are made, by those that make some. */
export const outboundCallsFragment = {
  ...outboundFragment,
  OUTBOUND_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(256)
    .describe('Connections that one process opens to one receiver at most; further calls wait.'),
} as const;

/** The address under which the world reaches the gateway. */
export const publicUrlFragment = {
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .optional()
    .describe('Where the world reaches the gateway; what vendors sign begins with it.'),
} as const;

/** The key that vendor credentials are sealed with; earlier keys, comma-separated after it, still open. */
export const encryptionFragment = {
  ENCRYPTION_KEY: z
    .string({ error: 'is required: 32 bytes, base64' })
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine(
      (keys) => keys.every((key) => Buffer.from(key, 'base64').length === 32),
      'must be 32 bytes, base64',
    )
    .describe('Seals vendors’ credentials: 32 bytes in base64; earlier keys behind it, with commas.'),
} as const;
