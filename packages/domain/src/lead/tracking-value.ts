/**
 * Which values of tracking can be right. Pages and ad managers send a lot that cannot: macros that nobody filled in,
 * words for a missing value, ids cut short. An ad platform refuses a whole event for one of them.
 */
import { isExample, isPublic, literalAddress, parseHttpUrl, type TrackingField } from '@sluice/contracts';
import { decodedFromUrl } from '../text/encoded-in-url.js';

/** Why a value cannot be right, or what was left out of one that can. */
export type TrackingFault =
  | 'not_text'
  | 'placeholder'
  | 'unfilled_macro'
  | 'malformed'
  | 'cut_short'
  | 'not_an_address'
  | 'private_address'
  | 'not_a_page'
  | 'unfilled_parameters'
  | 'too_long';

/** A value as an event may carry it, with what was left out of it; or why none of it is right. */
export type JudgedValue =
  | { readonly kind: 'right'; readonly text: string; readonly without?: TrackingFault }
  | { readonly kind: 'wrong'; readonly because: TrackingFault };

type Judge = (text: string) => JudgedValue;

/** The fields of tracking, each with what makes its text right and how long it may be. */
const judges: Readonly<Record<TrackingField, readonly [Judge, number]>> = {
  ipAddress: [addressOf, 200],
  userAgent: [browserOf, 4_000],
  captureUrl: [pageOf, 8_000],
  fbclid: [clickIdOf, 1_000],
  fbp: [browserIdOf, 1_000],
  fbc: [clickCookieOf, 1_000],
  ttclid: [clickIdOf, 1_000],
  ttp: [clickIdOf, 1_000],
};

/** Judges the trimmed text of a field. */
export function judgedTracking(field: TrackingField, text: string): JudgedValue {
  const [judge, longest] = judges[field];
  if (placeholder.test(text)) return wrong('placeholder');
  if (text.length > longest) return wrong('too_long');
  // A page may still be right without some of its parameters.
  const isMacro = field === 'captureUrl' ? macroAsWhole.test(text) : hasMacro(text);
  return isMacro ? wrong('unfilled_macro') : judge(text);
}

/** What scripts and forms write for a value that they do not have, and the name of a click id in its place. */
const placeholder =
  /^(?:\(?(?:undefined|null|nil|nan|none|na|n\/a|unknown|empty|not (?:set|available|provided))\)?|false|true|0|[-–—_?.*]+|\[object [^\]]*\]|(?:fb|tt)clid|fb[cp]|ttp|click[_-]?id|ip|ip_?address|user_?agent)$/i;

/** A macro within a text: `{{x}}`, `${x}`, `%%X%%`, `<%x%>`. */
const macroWithin = /\{\{|\}\}|\$\{|%%|<%|%>|\*\||\|\*/;
/** A text that is a macro as a whole: `{x}`, `[x]`, `<x>`, `__X__`, `%x%`, `$x$`, `#x#`, `@x@`. */
const macroAsWhole =
  /^(?:\{[^{}]*\}|\[+[\w .-]*\]+|<[\w .:-]*>|\(\([^()]*\)\)|__.+__|%[\w .:-]+%|\$\w+\$?|#\w+#|@\w+@)$/;

/** A macro within an address, where these characters stand for nothing else; a click id may contain the second. */
const macroInAddress = /\{[\w .:-]+\}|__[A-Z][A-Z0-9_]+__/;

// A link encodes the braces of a macro.
function hasMacro(text: string): boolean {
  return [text, decodedFromUrl(text)].some((each) => macroWithin.test(each) || macroAsWhole.test(each));
}

const clickId = /^(?=.*[A-Za-z0-9])[A-Za-z0-9._~-]+={0,2}$/;

function clickIdOf(text: string): JudgedValue {
  if (!clickId.test(text)) return wrong('malformed');
  // A cookie's text in the place of the id within it.
  return /^fb\.\d/.test(text) ? wrong('malformed') : right(text);
}

const cookieBegun = /^fb(?:\.\d*){0,2}\.?$/;

// `fb.<subdomain index>.<time>.<click id>`
function clickCookieOf(text: string): JudgedValue {
  if (cookieBegun.test(text)) return wrong('cut_short');
  const id = /^fb\.\d+\.\d+\.(.+)$/.exec(text)?.[1];
  if (id === undefined) return wrong('malformed');
  if (placeholder.test(id)) return wrong('placeholder');
  if (hasMacro(id)) return wrong('unfilled_macro');
  return clickId.test(id) ? right(text) : wrong('malformed');
}

// `fb.<subdomain index>.<time>.<random number>`, to which the platform's own library adds a mark.
function browserIdOf(text: string): JudgedValue {
  if (cookieBegun.test(text)) return wrong('cut_short');
  return /^fb\.\d+\.\d+\.\d+(?:\.[\w-]+)?$/.test(text) ? right(text) : wrong('malformed');
}

function browserOf(text: string): JudgedValue {
  return /\p{L}/u.test(text) ? right(text) : wrong('malformed');
}

function addressOf(text: string): JudgedValue {
  // Proxies add theirs behind the first.
  const [first = ''] = text.split(',');
  const address = first.trim().replace(/^::ffff:(?=\d+(?:\.\d+){3}$)/i, '');
  const literal = /[[%]/.test(address) ? undefined : literalAddress(address);
  if (literal === undefined) return wrong('not_an_address');
  // Those of examples are no harm.
  return isPublic(literal) || isExample(literal) ? right(address) : wrong('private_address');
}

function pageOf(text: string): JudgedValue {
  const [, page = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(text) ?? [];
  if (page.split('/').some(isUnfilled)) return wrong('unfilled_macro');
  const parameters = query?.split('&');
  const filled = parameters?.filter((parameter) => !isUnfilled(parameter));
  const kept =
    page +
    (filled === undefined || filled.length === 0 ? '' : `?${filled.join('&')}`) +
    (fragment === undefined || isUnfilled(fragment) ? '' : `#${fragment}`);
  const url = parseHttpUrl(kept);
  // A name without a dot is no host on the internet.
  if (!url || !/[.:]/.test(url.hostname) || /\s/.test(page)) return wrong('not_a_page');
  const isWhole = filled?.length === parameters?.length && (fragment === undefined || kept.includes('#'));
  return {
    ...right(/\s/.test(kept) ? url.href : kept),
    without: !isWhole ? 'unfilled_parameters' : undefined,
  };
}

// A part of an address: a step of its path, a parameter, its fragment.
function isUnfilled(part: string): boolean {
  return (
    hasMacro(part) || hasMacro(part.slice(part.indexOf('=') + 1)) || macroInAddress.test(decodedFromUrl(part))
  );
}

function right(text: string): { readonly kind: 'right'; readonly text: string } {
  return { kind: 'right', text };
}

function wrong(because: TrackingFault): JudgedValue {
  return { kind: 'wrong', because };
}
