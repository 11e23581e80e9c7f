/** Targets that a finger misses on a phone. */
import type { Page } from 'playwright-core';

/**
 * What is smaller than the 44 px that a finger needs: buttons, fields, and links of navigations, one line each. A box to
 * tick is as large as its label.
 */
export function tooSmall(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll(
    'button, .button, summary, input, select, textarea, nav a, .side a, .top a'
  )].flatMap((target) => {
    const label = target.matches('input[type=checkbox], input[type=radio], .visually-hidden') && target.closest('label');
    const { width, height } = (label || target).getBoundingClientRect();
    const isSmall = target.checkVisibility() && (width < 43.9 || height < 43.9);
    return isSmall ? [\`\${target.outerHTML.slice(0, 120)} \${width} × \${height}\`] : [];
  })`);
}
