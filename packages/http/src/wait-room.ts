/**
 * Room for requests that wait for another one. Each holds its body and a connection meanwhile, so what may wait is
 * bounded, for all tenants together and for each of them.
 */

/** What all waiting requests may hold together: some three thousand of usual size. */
const ROOM_BYTES = 16 * 1024 * 1024;
const ROOM_OF_ONE_TENANT_BYTES = ROOM_BYTES / 4;
/** What a waiting request holds besides its body. */
const EACH_BYTES = 4 * 1024;

/** Takes a place for a request, and returns how to give it back; undefined if there is none. */
export type EnterWaitRoom = (tenantId: string, bodyBytes: number) => (() => void) | undefined;

/** Makes the wait room of one process. */
export function createWaitRoom(
  roomBytes = ROOM_BYTES,
  roomOfOneTenantBytes = ROOM_OF_ONE_TENANT_BYTES,
): EnterWaitRoom {
  const held = new Map<string, number>();
  let heldByAll = 0;

  function add(tenantId: string, bytes: number): void {
    heldByAll += bytes;
    const ofTenant = (held.get(tenantId) ?? 0) + bytes;
    if (ofTenant > 0) held.set(tenantId, ofTenant);
    else held.delete(tenantId);
  }

  return (tenantId, bodyBytes) => {
    const bytes = bodyBytes + EACH_BYTES;
    if (heldByAll + bytes > roomBytes) return undefined;
    if ((held.get(tenantId) ?? 0) + bytes > roomOfOneTenantBytes) return undefined;
    add(tenantId, bytes);
    return () => add(tenantId, -bytes);
  };
}
