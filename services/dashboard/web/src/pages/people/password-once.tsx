/** A password that Sluice made for a person: shown this once, to be copied. */
import { Button } from '../../components/button.js';
import { Copied } from '../../components/copy.js';
import { Dialog } from '../../components/dialog.js';

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
    <Dialog title={`The password of ${name}`} onClose={onClose}>
      <p>
        Give it to {name} now, by a way that only {name} reads: it is shown this once, and Sluice keeps only
        its hash.
      </p>
      <Copied text={password} what="password" />
      <div class="actions">
        <Button main onClick={onClose}>
          I have it
        </Button>
      </div>
    </Dialog>
  );
}
