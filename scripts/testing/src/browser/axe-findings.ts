/** Accessibility problems that axe finds on a page, for users of screen readers and keyboards. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { projectRoot } from '@sluice/local';

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

const source = (): string =>
  readFileSync(createRequire(`${projectRoot}/package.json`).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * One line for each serious or critical finding, and for each about landmarks, by which screen readers find their way;
 * with the first affected element. Empty if there are none.
 */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  // Evaluated by the debugger, which the page's content security policy does not restrict; it stays until the page is
  // left.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(source());
  const { violations } = await page.evaluate<AxeResults>(
    'axe.run(document, { resultTypes: ["violations"] })',
  );
  return violations
    .filter(
      ({ id, impact }) => impact === 'serious' || impact === 'critical' || /^(landmark|region)/.test(id),
    )
    .map(({ id, help, nodes }) => {
      const [first] = nodes;
      return `${id}: ${help} (${nodes.length}×, e.g. ${first?.html} ${first?.failureSummary ?? ''})`;
    });
}
