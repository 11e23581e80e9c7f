/** Who did something, as it is stored beside what was done. */
export interface StoredPerson {
  readonly by: string;
  /** It was a member of the tenant; absent: a person or key of the installation. */
  readonly byMember?: true | undefined;
}

/** Who does something where nothing else is said: a program of the tenant. */
export const A_REQUEST: StoredPerson = { by: 'a request', byMember: true };
