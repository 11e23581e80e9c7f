/**
 * Room for requests that wait, with what they hold: those that wait for another one, by tenant; calls of vendors that are
 * not yet known to be genuine, by address; those that wait for an outcome. It is bounded, for all together and for each
 * tenant or address.
 */

/** What all waiting requests may hold together: some three thousand of usual size. */
const ROOM_BYTES = 16 * 1024 * 1024;
const ROOM_OF_ONE_BYTES = ROOM_BYTES / 4;
/** What a waiting request holds besides its body. */
const EACH_BYTES = 4 * 1024;

/** Takes a place for a request, and returns how to give it back; undefined if there is none. */
export type EnterWaitRoom = (whose: string, bodyBytes: number) => (() => void) | undefined;

/**
 * Makes a wait room of one process. It is measured in bytes; in requests, if each takes 1 and holds no body.
 */
export function createWaitRoom(
  room = ROOM_BYTES,
  roomOfOne = ROOM_OF_ONE_BYTES,
  each = EACH_BYTES,
): EnterWaitRoom {
  const held = new Map<string, number>();
  let heldByAll = 0;

  function add(whose: string, size: number): void {
    heldByAll += size;
    const ofOne = (held.get(whose) ?? 0) + size;
    if (ofOne > 0) held.set(whose, ofOne);
    else held.delete(whose);
  }

  return (whose, bodyBytes) => {
    const size = bodyBytes + each;
    if (heldByAll + size > room) return undefined;
    if ((held.get(whose) ?? 0) + size > roomOfOne) return undefined;
    add(whose, size);
    return () => add(whose, -size);
  };
}
