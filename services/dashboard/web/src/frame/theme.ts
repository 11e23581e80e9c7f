/** Light or dark: the system's theme unless the person chose one; the choice is kept in this browser. */
import { create } from 'zustand';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

interface Themes {
  /** The person's choice. */
  readonly chosen: Theme;
  readonly system: 'light' | 'dark';
}

const KEPT_AS = 'sluice.theme';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

export const useThemes = create<Themes>(() => ({ chosen: kept(), system: systemTheme() }));

systemIsDark.addEventListener('change', () => useThemes.setState({ system: systemTheme() }));

/** The visible theme; components that draw their own colours redraw when it changes. */
export function useShownTheme(): 'light' | 'dark' {
  return useThemes(({ chosen, system }) => (chosen === 'system' ? system : chosen));
}

/** Applies the choice now and whenever it changes. */
export function applyTheme(): void {
  const apply = ({ chosen }: Themes): void => {
    const { dataset } = document.documentElement;
    if (chosen === 'system') delete dataset['theme'];
    else dataset['theme'] = chosen;
    localStorage.setItem(KEPT_AS, chosen);
  };
  apply(useThemes.getState());
  useThemes.subscribe(apply);
}

function systemTheme(): 'light' | 'dark' {
  return systemIsDark.matches ? 'dark' : 'light';
}

function kept(): Theme {
  const found = localStorage.getItem(KEPT_AS);
  return themes.find((each) => each === found) ?? 'system';
}
