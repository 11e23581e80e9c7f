/** Light or dark: the system's theme unless the person chose one; the choice is kept in this browser. */
import { computed, effect, signal } from '@preact/signals';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const KEPT_AS = 'sluice.theme';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
const system = signal<'light' | 'dark'>(systemIsDark.matches ? 'dark' : 'light');
systemIsDark.addEventListener('change', ({ matches }) => (system.value = matches ? 'dark' : 'light'));

/** The person's choice. */
export const theme = signal<Theme>(kept());

/** The visible theme; components that draw their own colours redraw when it changes. */
export const shownTheme = computed(() => (theme.value === 'system' ? system.value : theme.value));

/** Applies the choice now and whenever it changes. */
export function applyTheme(): void {
  effect(() => {
    const { dataset } = document.documentElement;
    if (theme.value === 'system') delete dataset['theme'];
    else dataset['theme'] = theme.value;
    localStorage.setItem(KEPT_AS, theme.value);
  });
}

function kept(): Theme {
  const found = localStorage.getItem(KEPT_AS);
  return themes.find((each) => each === found) ?? 'system';
}
