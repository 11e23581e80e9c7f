/** Finds the list of criteria in the messages to a language model, in whichever form a caller wrote it. */
import { asObject, asText } from '../../sink-request.js';

/**
 * The criteria that the messages name: a JSON list under a name with "criteria" in it or right after that word, else the
 * numbered lines of the first message that has some. Empty if there are none.
 */
export function findCriteria(texts: readonly string[]): readonly string[] {
  for (const text of texts)
    for (const { value, before } of jsonIn(text)) {
      const isNamed = /criteria[^[\]{}]*$/i.test(before);
      const found = (isNamed ? listOfTexts(value) : undefined) ?? criteriaIn(value);
      if (found !== undefined) return found;
    }
  const numbered = texts.map((text) =>
    [...text.matchAll(/^[ \t]*\d+[.)][ \t]+(\S.*)$/gm)].map(([, line = '']) => line.trim()),
  );
  return numbered.find((lines) => lines.length > 0) ?? [];
}

function criteriaIn(value: unknown): readonly string[] | undefined {
  for (const [name, inner] of Object.entries(asObject(value) ?? {})) {
    const found = (/criteria/i.test(name) ? listOfTexts(inner) : undefined) ?? criteriaIn(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

function listOfTexts(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const texts = value.map(textOf).filter((text) => text !== undefined);
  return texts.length === value.length ? texts : undefined;
}

// An item that says `met` belongs to an example of the answer.
function textOf(item: unknown): string | undefined {
  const { criterion, text, description, met } = asObject(item) ?? {};
  if (met !== undefined) return undefined;
  return asText(item) ?? asText(criterion) ?? asText(text) ?? asText(description);
}

// JSON may stand alone or between words.
function* jsonIn(text: string): Generator<{ readonly value: unknown; readonly before: string }> {
  for (let start = 0; start < text.length; start += 1) {
    if (text[start] !== '{' && text[start] !== '[') continue;
    const end = endOfJson(text, start);
    const value = end === undefined ? undefined : parsed(text.slice(start, end));
    if (end === undefined || value === undefined) continue;
    yield { value, before: text.slice(0, start) };
    start = end - 1;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A bracket that begins no JSON.
    return undefined;
  }
}

function endOfJson(text: string, start: number): number | undefined {
  let depth = 0;
  let isQuoted = false;
  for (let index = start; index < text.length; index += 1) {
    const letter = text[index] ?? '';
    if (isQuoted && letter === '\\') index += 1;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if ('{['.includes(letter)) depth += 1;
    else if (']}'.includes(letter) && (depth -= 1) === 0) return index + 1;
  }
  return undefined;
}
