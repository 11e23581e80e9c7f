/**
 * When notices go: at most one a minute per client. A slot is a minute of the clock and has one notice. The first goes at
 * once; one whose predecessor went less than a minute ago waits until a minute is over, which is still in its own slot.
 */

/** Whole minutes since the epoch. */
export type NoticeSlot = number;

const SLOT_MS = 60_000;

/** The slot of an instant. */
export function noticeSlot(at: Date): NoticeSlot {
  return Math.floor(at.getTime() / SLOT_MS);
}

/** The first instant of a slot. */
export function noticeSlotStart(slot: NoticeSlot): Date {
  return new Date(slot * SLOT_MS);
}

/** When a notice that is written at `now` goes; `before` is when that of the slot before goes, if there is one. */
export function noticeTime(now: Date, before: Date | undefined): Date {
  return before ? new Date(Math.max(now.getTime(), before.getTime() + SLOT_MS)) : now;
}
