/** A password that Sluice generated for a person. */
import { ShownOnce } from '../../components/shown-once.js';

/** A password and its owner. */
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
      Give it to {name} now, over a channel that only {name} reads. It is shown only once; Sluice keeps only
      its hash.
    </ShownOnce>
  );
}
