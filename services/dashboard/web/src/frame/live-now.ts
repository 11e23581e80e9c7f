/** The present state of the installation, for every page: one shared stream, open while a person is logged in. */
import type { NowState } from '@sluice/contracts';
import { create } from 'zustand';
import { useLiveStream } from '../api/live-stream.js';

interface Now {
  /** The latest state; undefined until the first event. */
  readonly state: NowState | undefined;
  /** Counts next to the navigation entries, by the path of their page. */
  readonly counts: Readonly<Record<string, number>>;
}

export const useNow = create<Now>(() => ({ state: undefined, counts: {} }));

/** Keeps {@link useNow} up to date while the frame is shown. */
export function LiveNow() {
  useLiveStream('/admin/v1/live', {
    message: (state: NowState) => {
      const wrong = state.findings.filter(({ severity }) => severity !== 'note').length;
      useNow.setState({ state, counts: { '/': wrong, '/attention': state.waits.person ?? 0 } });
    },
  });
  return null;
}
