/** HTML as values: a value inserted into a page is escaped unless it is HTML already. */
import { escapeHtml } from '@sluice/domain';

/** A piece of HTML. Only the tag below creates one, so its inserted values are always escaped. */
export class Html {
  readonly #text: string;

  constructor(strings: TemplateStringsArray, values: readonly Part[]) {
    this.#text = strings.map((text, n) => text + (n < values.length ? written(values[n]) : '')).join('');
  }

  toString(): string {
    return this.#text;
  }
}

/** The values that a page may contain; `undefined` and `false` are omitted. */
export type Part = Html | string | number | false | undefined | readonly Part[];

/** The template tag that creates HTML. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(strings, values);
}

function written(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.toString();
  if (typeof part === 'object') return part.map(written).join('');
  return escapeHtml(String(part));
}
