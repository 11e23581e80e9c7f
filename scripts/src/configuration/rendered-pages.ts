/** The pages of the reference that are rendered as a whole, by their paths. */
import { renderCommands } from './render-commands.js';
import { renderErrors } from './render-errors.js';
import { renderEvents } from './render-events.js';
import { renderMetrics } from './render-metrics.js';
import { renderOperations } from './render-operations.js';
import { renderReasons } from './render-reasons.js';
import { renderTenantFile } from './render-tenant-file.js';

/** Renders them. */
export async function renderPages(): Promise<Readonly<Record<string, string>>> {
  return {
    'docs/reference/tenant-file.md': renderTenantFile(),
    'docs/reference/operations.md': renderOperations(),
    'docs/reference/commands.md': await renderCommands(),
    'docs/reference/events.md': renderEvents(),
    'docs/reference/metrics.md': renderMetrics(),
    'docs/reference/errors.md': renderErrors(),
    'docs/reference/reasons.md': renderReasons(),
  };
}
