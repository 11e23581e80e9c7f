/** Gives the queue board the look that the person chose for the console; the board keeps its settings in this browser. */
import type { Theme } from '../../frame/theme.js';

const KEPT_AS = 'board-settings';
const VERSION = 2;

/** Sets the look; the board reads it when it is loaded. */
export function setBoardLook(theme: Theme): void {
  const state = { ...keptState(), theme };
  localStorage.setItem(KEPT_AS, JSON.stringify({ state, version: VERSION }));
}

function keptState(): object {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}') as { state?: object } | null;
    return kept?.state ?? {};
  } catch {
    // Written by another version, or by hand: the board begins with its own defaults.
    return {};
  }
}
