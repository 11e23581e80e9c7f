/** The processes of a yardstick, in the order in which a lead passes them. */
export const roles = ['gateway', 'qualification', 'routing', 'delivery'] as const;

/** What a process is told. */
export interface ProgramSettings {
  readonly role: (typeof roles)[number];
  readonly redisUrl: string;
  readonly buyerUrl: string;
  /** Absent for the floor. */
  readonly batches: { readonly mongodbUrl: string; readonly recordedFile: string } | undefined;
}
