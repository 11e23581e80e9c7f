/** A person with an account. */
export interface Person {
  readonly userId: string;
  readonly address: string;
  /** What the person is called on pages. */
  readonly name: string;
}

/** From where a person logs in, as the person's list of devices shows it. */
export interface LoginFrom {
  readonly address: string;
  readonly userAgent: string;
}

/** A begun session. */
export interface Begun {
  readonly person: Person;
  readonly token: string;
  /** The places whose invitations the login itself accepted. */
  readonly accepted?: readonly string[];
}
