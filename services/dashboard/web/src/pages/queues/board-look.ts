/** Applies the dashboard's theme to the queue board, which keeps its settings in this browser. */
import type { Theme } from '../../frame/theme.js';

const KEPT_AS = 'board-settings';
const VERSION = 2;

/** Sets the theme, which the board reads when it loads. */
export function setBoardLook(theme: Theme): void {
  const state = { ...keptState(), theme };
  localStorage.setItem(KEPT_AS, JSON.stringify({ state, version: VERSION }));
}

function keptState(): object {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}') as { state?: object } | null;
    return kept?.state ?? {};
  } catch {
    // Another version or a person wrote it: the board starts with its defaults.
    return {};
  }
}
