/** Who did something, as it is stored beside what was done. */
export interface StoredPerson {
  readonly by: string;
  /** It was a member of the tenant; absent: a person or key of the installation. */
  readonly byMember?: true | undefined;
}
