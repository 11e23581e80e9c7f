/** Texts as they stand in other languages, so that a reader finds exactly the text. */

/** A text between the quotes of a JSON text. */
export function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // Readers turn these into spaces or line feeds if they stand for themselves.
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** A text in an element or attribute of XML; `characters` are those that are written as references. */
export function escapeXml(text: string, characters = /[&<>"']/g): string {
  return text.replace(characters, (character) => references[character] ?? character);
}

/** A text in an HTML page; older readers of HTML do not know `&apos;`. */
export function escapeHtml(text: string): string {
  return escapeXml(text).replaceAll('&apos;', '&#39;');
}
