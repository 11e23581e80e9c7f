/**
 * The output of commands: text for people, or with `--json` a single JSON document and nothing else on standard output.
 */

/** Prints `value` as JSON, or as text made by `text`, to which the end of its last line is added if it has none. */
export function answer<T>(json: boolean | undefined, value: T, text: (value: T) => string): void {
  const shown = json ? JSON.stringify(value) : text(value);
  process.stdout.write(shown.endsWith('\n') ? shown : `${shown}\n`);
}

/** Rows as aligned columns, with the first row as the heading. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The text in red where a person reads it on a terminal with colours, and as it is in a file or another program. */
export function inRed(text: string): string {
  return process.stdout.isTTY && process.stdout.hasColors() ? `\u001b[31m${text}\u001b[39m` : text;
}
