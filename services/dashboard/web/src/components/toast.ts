/** Short messages at the edge: a success disappears by itself, a failure stays until it is closed. */
import { create } from 'zustand';
import { asProblem } from '../api/problem.js';

interface Message {
  readonly id: number;
  readonly tone: 'good' | 'bad';
  readonly text: string;
}

/** The messages that are shown, by `toasts.tsx`. */
export const useMessages = create<readonly Message[]>(() => []);
let lastId = 0;

/** Shows that something was done. */
export function toastGood(text: string): void {
  add('good', text);
}

/** Shows why something failed. */
export function toastProblem(error: unknown): void {
  const { message, details } = asProblem(error);
  add('bad', [message, ...details].join(' · '));
}

/** Shows a message no longer. */
export function removeToast(id: number): void {
  useMessages.setState((messages) => messages.filter((message) => message.id !== id), true);
}

function add(tone: Message['tone'], text: string): void {
  lastId += 1;
  const others = useMessages.getState().filter((message) => message.text !== text);
  useMessages.setState([...others, { id: lastId, tone, text }], true);
}
