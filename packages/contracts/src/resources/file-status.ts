/** The states of a file reference (§3). */
import { z } from 'zod';

/** The status of a file; initially `pending`. */
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
