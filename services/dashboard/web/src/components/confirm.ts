/** Asks before a change is made: whether to make it, or what to make of it. The dialog is in `asking.tsx`. */
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import { create } from 'zustand';

/** A change that the person must confirm. */
export interface Confirmation {
  readonly title: string;
  /** What the change does, and to what. */
  readonly what: ReactNode;
  /** The label of the button that makes the change: a verb phrase, e.g. "Pause queue". */
  readonly does: string;
  /** Set for a change that cannot be undone. */
  readonly danger?: boolean;
  /** Makes the change; a rejection is shown in the dialog, which stays open. */
  readonly run: () => Promise<unknown>;
}

/** A change that needs something of the person first. */
export interface Question<Typed extends FieldValues, Read> extends Omit<Confirmation, 'run'> {
  /** Reads what was typed. Its fields are named as those of the request, so that refusals appear beside them. */
  readonly schema: ZodMiniType<Read, Typed>;
  readonly initial: Typed;
  /** Fields of `form-fields.tsx`. */
  readonly fields: ReactNode;
  readonly run: (read: Read) => Promise<unknown>;
}

/** What the dialog asks, whatever is typed and read in it. */
export type Asked = Confirmation | Question<FieldValues, never>;

/** The open question, with a number that tells it from the one before. */
export const useAsked = create<{ readonly asked?: Asked | undefined; readonly count: number }>(() => ({
  count: 0,
}));

/** Asks the person, and makes the change once confirmed. */
export function confirm(confirmation: Confirmation): void {
  open(confirmation);
}

/** Asks the person to fill in `fields`, and makes the change with what the schema reads from them. */
export function ask<Typed extends FieldValues, Read>(question: Question<Typed, Read>): void {
  open(question as unknown as Asked);
}

/** Asks nothing any more. */
export function stopAsking(): void {
  useAsked.setState({ asked: undefined });
}

function open(asked: Asked): void {
  useAsked.setState(({ count }) => ({ asked, count: count + 1 }));
}
