/** Fragments of configuration that several services share, by variable name. */
import { z } from 'zod';
import { failpointProblem } from '../failpoint.js';
import { trustedProxies, type TrustedProxies } from '../http/trusted-proxies.js';
import { redisUrlProblem } from '../redis-url.js';

const port = z.coerce.number().int().min(0).max(65_535);

/** A TCP port with its usual value. */
export const portOr = (usual: number) => port.default(usual);

/** The stores that every service needs. */
export const storesFragment = {
  MONGODB_URL: z.string().regex(/^mongodb(\+srv)?:\/\//, 'must be a mongodb:// URL'),
  REDIS_URL: z.string().superRefine((url, context) => {
    const problem = redisUrlProblem(url);
    if (problem !== undefined) context.addIssue(problem);
  }),
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
      .default(longestCallSeconds + BEYOND_THE_LONGEST_CALL_SECONDS),
  }) as const;

/**
 * How soon the sweep looks at what no worker moved; its other times follow in proportion. Not later than usual: how long a
 * released lead is known to be on its way (store, submissions.ts) is reckoned with the usual times.
 */
export const sweepFragment = {
  SWEEP_AFTER_SECONDS: z.coerce.number().int().min(1).max(20).default(20),
} as const;

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
    }),
} as const;

/** How much is logged, and whether this is production. */
export const processFragment = {
  LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug']).default('info'),
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  /** Set by the supervisor of `npm start`: the process ends when its supervisor is gone. */
  SLUICE_SUPERVISED: z.stringbool().default(false),
  /** Where this process ends itself or hangs, for tests of what happens then: NAME, NAME:COUNT, NAME@ID, hang:NAME. */
  FAILPOINT: z
    .string()
    .superRefine((spec, context) => {
      const problem = failpointProblem(spec);
      if (problem !== undefined) context.addIssue(problem);
    })
    .optional(),
  /** The budget of a job in place of its stage's own, for tests of what happens past it. */
  JOB_BUDGET_MS: z.coerce.number().int().min(100).optional(),
} as const;

/** Where calls to the outside may go although the address is not public. Refused in production. */
export const outboundFragment = {
  OUTBOUND_ALLOW: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((cidr) => (cidr.trim() === '' ? [] : [cidr.trim()]))),
} as const;

/** The key that vendor credentials are sealed with; earlier keys, comma-separated after it, still open. */
export const encryptionFragment = {
  ENCRYPTION_KEY: z
    .string({ error: 'is required: 32 bytes, base64' })
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine(
      (keys) => keys.every((key) => Buffer.from(key, 'base64').length === 32),
      'must be 32 bytes, base64',
    ),
} as const;
