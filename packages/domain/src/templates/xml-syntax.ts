/** XML 1.0 as the syntax of a body. */
import { SaxesParser } from 'saxes';
import { escapeXml } from '../text/escape.js';
import type { BodySyntax, Cursor } from './body-syntax.js';

/** Characters that no XML 1.0 document may contain, not even as references; lone surrogates too. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

// The filters by which a template escapes for itself.
const clean = (result: unknown) => (typeof result === 'string' ? result.replace(forbidden, '') : '');

/** The maximum number of tags and attributes, because the time that a parser takes grows with them. */
const maxParts = 20_000;

export const xmlSyntax: BodySyntax = {
  follow: cursor,
  isMarkup: (part) => /[<&]/.test(part),
  writers: { escape: clean, xml_escape: clean, escape_once: clean },
  problem(body) {
    const parts = body.match(/<|=\s*["']/g)?.length ?? 0;
    if (parts > maxParts) return `the body has more than ${maxParts} tags and attributes`;
    const fault = firstFault(body);
    return fault === undefined ? undefined : `the body is not well-formed XML: ${fault}`;
  },
};

/** What ends each place in a document; a quote stands for the inside of an attribute's value. */
const ends = {
  content: /<(?:!\[CDATA\[|!--|\?)?/g,
  tag: /["'>]/g,
  cdata: /\]\]>/g,
  comment: /-->/g,
  instruction: /\?>/g,
  '"': /"/g,
  "'": /'/g,
} as const;
type Place = keyof typeof ends;
/** The places that something opens. */
const opened: Readonly<Record<string, Place>> = {
  '<![CDATA[': 'cdata',
  '<!--': 'comment',
  '<?': 'instruction',
  '<': 'tag',
  '"': '"',
  "'": "'",
};

function cursor(): Cursor {
  let place: Place = 'content';
  return {
    pass(part) {
      for (let at = 0; at < part.length;) [place, at] = nextPlace(place, part, at);
    },
    escape: (text) => escaped(text.replace(forbidden, ''), place),
    inText: () => false,
  };
}

// The place that follows `place`, and where it begins; the end of `part` if it does not end in it.
function nextPlace(place: Place, part: string, at: number): [Place, number] {
  const end = ends[place];
  end.lastIndex = at;
  const [found] = end.exec(part) ?? [];
  if (found === undefined) return [place, part.length];
  const isQuoted = place === '"' || place === "'";
  return [isQuoted ? 'tag' : (opened[found] ?? 'content'), end.lastIndex];
}

function escaped(text: string, place: Place): string {
  switch (place) {
    case 'cdata':
      // References mean nothing here. The section is ended and begun again inside a `]]>`, which may also be formed
      // with what stands around the value.
      return text.replace(/\](?=[\]>]|$)|^(?=>)/g, (bracket) => `${bracket}]]><![CDATA[`);
    case 'comment':
      return text.replace(/^-/, ' -').replace(/-(?=-|$)/g, '- ');
    case 'content':
    case 'instruction':
      return escapeXml(text, /[&<>"'\r]/g);
    default:
      return escapeXml(text, /[&<>"'\r\n\t]/g);
  }
}

// Names of tags and attributes, which may come from a lead, stand behind a colon in the parser's messages.
function firstFault(body: string): string | undefined {
  const parser = new SaxesParser();
  let hasDoctype = false;
  parser.on('doctype', () => (hasDoctype = true));
  parser.on('error', (error) => {
    // A document type may define entities, also elsewhere.
    if (!hasDoctype || !error.message.endsWith('undefined entity.')) throw error;
  });
  try {
    parser.write(body).close();
    return undefined;
  } catch (error) {
    const [, line, column, what = ''] = /^(\d+):(\d+): ([^:]*)/.exec((error as Error).message) ?? [];
    return `${what.replace(/\.$/, '')} at line ${line}, column ${column}`;
  }
}
