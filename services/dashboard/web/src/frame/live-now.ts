/** The present state of the installation, for every page: one shared stream, open while a person is logged in. */
import type { NowState } from '@sluice/contracts';
import { signal } from '@preact/signals';
import { useLiveStream } from '../api/live-stream.js';
import { counts } from './counts.js';

/** The latest state; undefined until the first event. */
export const nowState = signal<NowState | undefined>(undefined);

/** Keeps {@link nowState} and the counts in the navigation up to date while the frame is shown. */
export function LiveNow() {
  useLiveStream('/admin/v1/live', {
    message: (state: NowState) => {
      nowState.value = state;
      const wrong = state.findings.filter(({ severity }) => severity !== 'note').length;
      const next = { ...counts.value, '/': wrong, '/attention': state.attention ?? 0 };
      if (JSON.stringify(next) !== JSON.stringify(counts.value)) counts.value = next;
    },
  });
  return null;
}
