/**
 * The identifiers that cross a process boundary. Minting them needs a clock and randomness and lives in `packages/process`.
 */
import { z } from 'zod';

/** The prefix of each kind of identifier; a ULID follows it. */
export const idPrefixes = {
  lead: 'lead_',
  submission: 'sub_',
  interaction: 'int_',
  file: 'file_',
  message: 'msg_',
  offer: 'off_',
  client: 'cli_',
  event: 'evt_',
  adjustment: 'adj_',
  return: 'ret_',
} as const;

/** A kind of identifier that Sluice mints. */
export type IdKind = keyof typeof idPrefixes;

/** A tenant's identifier. It starts every stored key of that tenant, so it may not contain a slash. */
export const tenantIdSchema = z
  .string()
  .regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 lower-case letters, digits or hyphens')
  .meta({ maxLength: 32 });

/** The place of what belongs to the installation, where a tenant has its id. No tenant can be called this. */
export const INSTALLATION = '_installation';

/** A tenant, or the installation. */
export const placeIdSchema = z.union([tenantIdSchema, z.literal(INSTALLATION)]);
