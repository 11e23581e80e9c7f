/** A link with which a person sets a password. */
import { ShownOnce } from '../../components/shown-once.js';

/** A link and whom it is for. */
export interface GivenLink {
  readonly address: string;
  /** A path if the server does not know its own public address. */
  readonly link: string;
  /** How long it is valid. */
  readonly lasts: string;
}

interface LinkOnceProps {
  readonly given: GivenLink;
  readonly onClose: () => void;
}

export function LinkOnce({ given: { address, link, lasts }, onClose }: LinkOnceProps) {
  const whole = new URL(link, location.origin).href;
  return (
    <ShownOnce title={`The link of ${address}`} secret={whole} kind="link" onClose={onClose}>
      Give it to {address} now, over a channel that nobody else reads: whoever opens it sets the password. It
      works once, for {lasts}, and is shown only once.
    </ShownOnce>
  );
}
