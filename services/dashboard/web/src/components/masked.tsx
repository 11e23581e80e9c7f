/** A personal value that is masked until it is asked for; the asking goes to the server, which audits it. */
import { useState } from 'preact/hooks';
import { Button } from './button.js';
import { Icon } from './icon.js';

interface MaskedProps {
  /** As the server masked it, e.g. "+1 ••• ••• 0132". */
  readonly masked: string;
  /** What it is, e.g. "phone number". */
  readonly what: string;
  /** Asks the server for the value; left out where the person may not. */
  readonly reveal?: (() => Promise<string>) | undefined;
}

export function Masked({ masked, what, reveal }: MaskedProps) {
  const [value, setValue] = useState<string>();
  return (
    <span class="masked">
      <span>{value ?? masked}</span>
      {reveal && value === undefined && (
        <Button
          small
          icon
          plain
          label={`Show ${what} (is audited)`}
          onClick={async () => setValue(await reveal())}
        >
          <Icon name="show" />
        </Button>
      )}
    </span>
  );
}
