/** Bodies written as Liquid templates. A template sees the lead and nothing else, and may not take long. */
import { Liquid } from 'liquidjs';

/** A rendered body, or why there is none. */
export type Rendered =
  | { readonly kind: 'rendered'; readonly text: string }
  | { readonly kind: 'broken'; readonly because: string };

const engine = new Liquid({
  ownPropertyOnly: true,
  strictFilters: true,
  // Else a date would be written as the clock of the worker's machine shows it.
  timezoneOffset: 0,
  // Templates by name come from this empty map, never from the file system.
  templates: {},
  parseLimit: 100_000,
  renderLimit: 250,
  memoryLimit: 2_000_000,
});

/** Renders `template` over `values`. A broken template, an unknown filter or an exceeded limit is an outcome. */
export function renderTemplate(template: string, values: Readonly<Record<string, unknown>>): Rendered {
  try {
    return { kind: 'rendered', text: String(engine.parseAndRenderSync(template, values)) };
  } catch (error) {
    return { kind: 'broken', because: error instanceof Error ? firstLine(error.message) : 'unknown' };
  }
}

// Further lines quote the template, which may hold credentials.
function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.slice(0, 200) ?? '';
}

/** Says why a template cannot be read, or nothing when it can; for the moment a template is written. */
export function templateProblem(template: string): string | undefined {
  try {
    engine.parse(template);
    return undefined;
  } catch (error) {
    return `must be a Liquid template: ${error instanceof Error ? firstLine(error.message) : 'unknown syntax'}`;
  }
}
