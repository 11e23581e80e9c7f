/** Fragments of configuration that several services share, by variable name. */
import { z } from 'zod';
import { failpointProblem } from '../failpoint.js';

const port = z.coerce.number().int().min(0).max(65_535);

/** A TCP port with its usual value. */
export const portOr = (usual: number) => port.default(usual);

/** The stores that every service needs. */
export const storesFragment = {
  MONGODB_URL: z.string().regex(/^mongodb(\+srv)?:\/\//, 'must be a mongodb:// URL'),
  REDIS_URL: z.string().regex(/^rediss?:\/\//, 'must be a redis:// URL'),
} as const;

/** How much of one tenant's work is in the queues at once; the rest waits in MongoDB, and nobody else waits for it. */
export const admissionFragment = {
  MAX_QUEUED_PER_TENANT: z.coerce.number().int().min(1).max(100_000).default(2_000),
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
