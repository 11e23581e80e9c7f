/** The only clock of a run: monotonic, and the same in every process of a machine, so that instants can be compared. */

/** Milliseconds since an instant that all processes of this machine share. */
export function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
