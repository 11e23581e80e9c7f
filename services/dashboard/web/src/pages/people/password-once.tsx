/** A password that Sluice made for a person. */
import { ShownOnce } from '../../components/shown-once.js';

/** Whose password it is. */
export interface GivenPassword {
  readonly name: string;
  readonly password: string;
}

interface PasswordOnceProps {
  readonly given: GivenPassword;
  readonly onClose: () => void;
}

export function PasswordOnce({ given: { name, password }, onClose }: PasswordOnceProps) {
  return (
    <ShownOnce title={`The password of ${name}`} secret={password} kind="password" onClose={onClose}>
      Give it to {name} now, by a way that only {name} reads: it is shown this once, and Sluice keeps only its
      hash.
    </ShownOnce>
  );
}
