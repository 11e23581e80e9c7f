/** Posting instructions as a page: one small document without scripts. Every text in it is escaped. */
import type { PostedField } from '@sluice/contracts';
import { escapeHtml, type PostingInstructions, type PostingWords } from '@sluice/domain';
import { createHash } from 'node:crypto';

const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --paper: #fff; --box: #f6f8fa }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --soft: #9aa4b0; --line: #3d444d; --paper: #0d1117; --box: #161b22 }
}
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
main { max-width: 62rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.6rem } h2 { font-size: 1.2rem; margin-top: 2rem }
code, pre { font: .875em/1.5 ui-monospace, monospace }
pre, .wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px }
pre { padding: .75rem; background: var(--box) }
table { border-collapse: collapse; width: 100%; min-width: 52rem; font-size: .9rem }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); overflow-wrap: break-word }
td:first-child code { white-space: nowrap }
.soft { color: var(--soft) }
`;

/** The page has this style and nothing else: no script, no picture, no form. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page, as HTML. */
export function instructionsPage(shown: PostingInstructions): string {
  const { method, url, headers, fields, eligibilityCriteria, notTaken, example, answers, test, outcome } =
    shown;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Posting instructions</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Posting instructions</h1>
<p>Send one lead a request. Every answer is JSON: <code>success</code> with <code>data</code>, or <code>success: false</code> with <code>error</code>.</p>
<h2>Address</h2>
${codeBlock('Address', `${method} ${url}`)}
<h2>Headers</h2>
${table(
  'Headers',
  ['header', 'value', 'required', 'meaning'],
  headers.map((one) => [code(one.name), code(one.value), yesNo(one.required), words(one.meaning)]),
)}
<h2>Fields</h2>
${table(
  'Fields',
  ['field', 'type', 'required', 'values', 'meaning'],
  fields.map((one) => [
    code(one.name),
    words(one.type),
    yesNo(one.required),
    rulesOf(one),
    words(one.description),
  ]),
)}
<p class="soft">A name with a dot stands in an object: <code>address.state</code> is <code>{"address": {"state": …}}</code>.</p>
${section(
  'Who qualifies',
  eligibilityCriteria.map((text) => ({ text })),
)}
${section('What is not taken', notTaken)}
<h2>A test</h2>
<p>${words(test)}</p>
<h2>Example</h2>
${codeBlock('Example', example.curl)}
<h2>Answers</h2>
${table(
  'Answers',
  ['status', 'code', 'meaning'],
  answers.map((one) => [
    String(one.status),
    one.code === undefined ? '' : code(one.code),
    words(one.meaning),
  ]),
)}
<h2>The outcome</h2>
<p>${words(outcome.waiting)}</p>
<p>${words(outcome.asking)}</p>
${codeBlock('Ask for the outcome', outcome.curl)}
${wordTable('outcome', outcome.outcomes)}
${outcome.reasons === undefined ? '' : wordTable('reason', outcome.reasons)}
</main>
</body>
</html>
`;
}

function section(title: string, list: readonly PostingWords[]): string {
  return list.length === 0 ? '' : `<h2>${title}</h2>\n${bullets(list)}`;
}

function bullets(list: readonly PostingWords[]): string {
  const items = list.map(
    ({ text, of }) => `<li>${escapeHtml(text)}${of === undefined ? '' : bullets(of)}</li>`,
  );
  return `<ul>${items.join('')}</ul>`;
}

function rulesOf({ allowed, pattern, minLength, maxLength, min, max }: PostedField): string {
  const rules = [
    allowed && allowed.map(code).join(', '),
    pattern !== undefined && `pattern ${code(pattern)}`,
    between(minLength, maxLength, ' characters'),
    between(min, max, ''),
  ];
  return rules.filter((rule) => typeof rule === 'string').join('<br>');
}

function between(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  if (least === undefined) return most === undefined ? undefined : `at most ${most}${unit}`;
  return most === undefined ? `at least ${least}${unit}` : `${least} to ${most}${unit}`;
}

function wordTable(name: string, meanings: Readonly<Record<string, string>>): string {
  const rows = Object.entries(meanings).map(([word, meaning]) => [code(word), words(meaning)]);
  return table(`What each ${name} means`, [name, 'meaning'], rows);
}

// What is wider than a phone scrolls by itself, by the keyboard too.
function table(label: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  return `<div class="wide" role="region" aria-label="${label}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>
${body}
</tbody></table></div>`;
}

function codeBlock(label: string, text: string): string {
  return `<pre tabindex="0" role="region" aria-label="${label}">${escapeHtml(text)}</pre>`;
}

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`;
const yesNo = (is: boolean): string => (is ? 'yes' : 'no');

// Texts of declarations, in which code stands between backticks.
function words(text: string): string {
  return text
    .split('`')
    .map((part, n) => (n % 2 === 1 ? code(part) : escapeHtml(part)))
    .join('');
}
