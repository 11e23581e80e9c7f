/** The states of a file reference (§3). */
import { z } from 'zod';

/** Where a file stands; `pending` at first. */
export const fileStatusSchema = z.enum([
  'pending',
  'uploaded',
  'viewed',
  'in_progress',
  'signed',
  'verified',
  'expired',
  'declined',
  'failed',
]);
export type FileStatus = z.infer<typeof fileStatusSchema>;
