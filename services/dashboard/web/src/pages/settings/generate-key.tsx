/** Generates a key of either kind; what it asks is loaded when the button is pressed, and the key is shown only once. */
import { useState } from 'react';
import { Button } from '../../components/button.js';
import { orLoadAgain } from '../../frame/load-again.js';
import type * as KeyDialog from './generate-key-dialog.js';

const loadDialog = orLoadAgain(() => import('./generate-key-dialog.js'));

interface GenerateKeyProps {
  /** The label of the button and the title of the dialog, e.g. "Generate API key". */
  readonly title: string;
  /** Who can do what with the key. */
  readonly what: string;
  readonly withRole?: boolean;
  readonly make: (key: KeyDialog.NewKey) => Promise<Made>;
}

interface Made {
  readonly key: string;
  readonly name: string;
}

export function GenerateKey({ title, what, withRole = false, make }: GenerateKeyProps) {
  // What shows it is there before the key is.
  const [made, setMade] = useState<Made & Pick<typeof KeyDialog, 'ShownOnce'>>();
  const generate = async () => {
    const { askForKey, ShownOnce } = await loadDialog();
    askForKey({ title, what, withRole, run: async (key) => setMade({ ...(await make(key)), ShownOnce }) });
  };
  return (
    <>
      <Button main onClick={generate}>
        {title}
      </Button>
      {made && (
        <made.ShownOnce
          title={`The key “${made.name}”`}
          secret={made.key}
          kind="key"
          onClose={() => setMade(undefined)}
        >
          Copy it now. It is shown only once, because Sluice keeps only its fingerprint. If you lose it,
          generate a new one.
        </made.ShownOnce>
      )}
    </>
  );
}
