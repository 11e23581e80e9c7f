/** A value with a button that copies it, e.g. a key that is shown once. */
import { useRef, useState } from 'react';
import { Button } from './button.js';
import { Icon } from './icon.js';

const SAYS_SO_MS = 2_000;

/** A button that copies `text`. */
export function CopyButton({ text, what = 'value' }: { readonly text: string; readonly what?: string }) {
  const [copied, setCopied] = useState(false);
  const button = useRef<HTMLSpanElement>(null);
  const copy = async (): Promise<void> => {
    await write(text, button.current?.closest<HTMLElement>('[role=dialog]') ?? document.body);
    setCopied(true);
    setTimeout(() => setCopied(false), SAYS_SO_MS);
  };
  return (
    <span ref={button}>
      <Button small icon plain label={copied ? 'Copied' : `Copy ${what}`} onClick={copy}>
        <Icon name={copied ? 'done' : 'copy'} />
      </Button>
    </span>
  );
}

/** A value in full with its copy button. */
export function Copied({ text, what }: { readonly text: string; readonly what?: string }) {
  return (
    <div className="copied">
      <code>{text}</code>
      <CopyButton text={text} {...(what !== undefined && { what })} />
    </div>
  );
}

// Without TLS, browsers offer no clipboard except on loopback, so an older way is used. An open dialog keeps the
// focus inside it, so the text is placed inside `near`.
async function write(text: string, near: HTMLElement): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  near.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (!copied) throw new Error('The browser blocked copying. Select the text and copy it yourself.');
}
