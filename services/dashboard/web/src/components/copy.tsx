/** A value that is copied with one press, e.g. a key that is shown once. */
import { useState } from 'preact/hooks';
import { Button } from './button.js';
import { Icon } from './icon.js';

const SAYS_SO_MS = 2_000;

/** A button that copies `text`. */
export function CopyButton({ text, what = 'value' }: { readonly text: string; readonly what?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await write(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SAYS_SO_MS);
  };
  return (
    <Button small icon plain label={copied ? 'Copied' : `Copy ${what}`} onClick={copy}>
      <Icon name={copied ? 'done' : 'copy'} />
    </Button>
  );
}

/** A value in full with its copy button. */
export function Copied({ text, what }: { readonly text: string; readonly what?: string }) {
  return (
    <div class="copied">
      <code>{text}</code>
      <CopyButton text={text} {...(what !== undefined && { what })} />
    </div>
  );
}

// Over plain HTTP elsewhere than on loopback browsers offer no clipboard; an old way is left.
async function write(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
