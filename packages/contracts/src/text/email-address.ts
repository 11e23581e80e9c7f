/** The one spelling of an email address, so that two spellings of one mailbox are one text. */
import { withoutFullWidth } from './full-width.js';
import { onlyVisible } from './visible-text.js';

const plainAscii = /^[\x20-\x7e]*$/;
// Of ASCII only what a domain may contain: whatever else stands there would end or change the host of a URL.
const domainLike = /^[^\0-,/:-@[-`{-\x7f]*$/;

/**
 * Spells an email address the one way that is stored and compared: in lower case and NFC, without white space around it
 * or invisible characters anywhere, the domain in ASCII (`bücher.example` is `xn--bcher-kva.example`), which every mail
 * system takes. A text that is no address is spelled by the same rules.
 */
export function canonicalEmail(text: string): string {
  if (plainAscii.test(text)) {
    const address = text.trim().toLowerCase();
    return address.includes('xn--') ? withAsciiDomain(address) : address;
  }
  const visible = withoutFullWidth(onlyVisible(text)).replace(/\ufe6b/g, '@');
  // Lower case first: the lower case of a composed letter may be two characters.
  return withAsciiDomain(visible.trim().toLowerCase().normalize('NFC'));
}

function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return at === 0 ? address : address.slice(0, at) + asciiDomain(address.slice(at));
}

// The platform knows the mapping of names and their encoding; it is reached through the host of a URL.
function asciiDomain(domain: string): string {
  if (domain === '' || !domainLike.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}
