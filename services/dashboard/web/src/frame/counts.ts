/** Counts next to the navigation entries, by the path of their page; set by the live stream. */
import { signal } from '@preact/signals';

export const counts = signal<Readonly<Record<string, number>>>({});
