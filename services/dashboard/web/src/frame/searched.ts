/**
 * What the person searches leads for. It is personal data, so it is neither in the page's address, which proxies and the
 * browser's history record, nor kept by the browser: it lasts until the tab is reloaded or the session ends.
 */
import { effect, signal } from '@preact/signals';
import { operator } from '../api/session.js';

export const searched = signal('');

effect(() => {
  if (operator.value === undefined) searched.value = '';
});
