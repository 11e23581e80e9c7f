/** Light or dark: as the system is, unless the person chose; the choice stays in this browser. */
import { computed, effect, signal } from '@preact/signals';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const KEPT_AS = 'sluice.theme';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
const system = signal<'light' | 'dark'>(systemIsDark.matches ? 'dark' : 'light');
systemIsDark.addEventListener('change', ({ matches }) => (system.value = matches ? 'dark' : 'light'));

/** What the person chose. */
export const theme = signal<Theme>(kept());

/** What is shown; whatever draws its colours itself draws again when it changes. */
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
