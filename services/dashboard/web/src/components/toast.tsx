/** Short messages at the edge: a success disappears by itself, a failure stays until it is closed. */
import { signal } from '@preact/signals';
import { asProblem } from '../api/problem.js';
import { Icon } from './icon.js';

interface Toast {
  readonly id: number;
  readonly tone: 'good' | 'bad';
  readonly text: string;
}

const toasts = signal<readonly Toast[]>([]);
const STAYS_MS = 6_000;
let lastId = 0;

/** Shows that something was done. */
export function toastGood(text: string): void {
  const id = add('good', text);
  setTimeout(() => remove(id), STAYS_MS);
}

/** Shows why something failed. */
export function toastProblem(error: unknown): void {
  const { message, details } = asProblem(error);
  add('bad', [message, ...details].join(' · '));
}

function add(tone: Toast['tone'], text: string): number {
  lastId += 1;
  toasts.value = [...toasts.value.filter((toast) => toast.text !== text), { id: lastId, tone, text }];
  return lastId;
}

function remove(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** The place of toasts; rendered once, in the frame. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, tone, text }) => (
        <div key={id} class={`toast ${tone}`}>
          <span>{text}</span>
          <button
            type="button"
            class="button plain small icon"
            aria-label="Close message"
            onClick={() => remove(id)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
