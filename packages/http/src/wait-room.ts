/**
 * Room for requests that hold their bodies and connections before anything comes of them: those that wait for another
 * one, by tenant, and calls of vendors that are not yet known to be genuine, by address. What they hold is bounded, for
 * all together and for each tenant or address.
 */

/** What all waiting requests may hold together: some three thousand of usual size. */
const ROOM_BYTES = 16 * 1024 * 1024;
const ROOM_OF_ONE_BYTES = ROOM_BYTES / 4;
/** What a waiting request holds besides its body. */
const EACH_BYTES = 4 * 1024;

/** Takes a place for a request, and returns how to give it back; undefined if there is none. */
export type EnterWaitRoom = (whose: string, bodyBytes: number) => (() => void) | undefined;

/** Makes the wait room of one process. */
export function createWaitRoom(roomBytes = ROOM_BYTES, roomOfOneBytes = ROOM_OF_ONE_BYTES): EnterWaitRoom {
  const held = new Map<string, number>();
  let heldByAll = 0;

  function add(whose: string, bytes: number): void {
    heldByAll += bytes;
    const ofOne = (held.get(whose) ?? 0) + bytes;
    if (ofOne > 0) held.set(whose, ofOne);
    else held.delete(whose);
  }

  return (whose, bodyBytes) => {
    const bytes = bodyBytes + EACH_BYTES;
    if (heldByAll + bytes > roomBytes) return undefined;
    if ((held.get(whose) ?? 0) + bytes > roomOfOneBytes) return undefined;
    add(whose, bytes);
    return () => add(whose, -bytes);
  };
}
