/**
 * Asks before a changed form is left: by a link, by "back", or with the tab. The router's own `useBlocker` is in its data mode
 * only, which the first view has no room for (ADR 25).
 */
import { useContext, useEffect } from 'react';
import { UNSAFE_NavigationContext } from 'react-router';
import { confirm } from '../components/confirm.js';
import { holdBack } from '../frame/back.js';

// The position in the tab's history, which the router keeps.
const position = (): number => (window.history.state as { readonly idx?: number } | null)?.idx ?? 0;

export function useLeaving(isChanged: boolean): void {
  const { navigator } = useContext(UNSAFE_NavigationContext);
  useEffect(() => {
    if (!isChanged) return undefined;
    const push = navigator.push.bind(navigator);
    const at = position();
    let isBack = false;
    const stop = (): void => {
      navigator.push = push;
      letGo();
      removeEventListener('beforeunload', closed);
    };
    const asking = (leave: () => void): void =>
      confirm({
        title: 'Leave this form?',
        what: 'It has changes that are not saved. This tab keeps them until you save or discard them, or log out.',
        does: 'Leave',
        run: async () => {
          stop();
          leave();
        },
      });
    const moved = (event: PopStateEvent): void => {
      const by = position() - at;
      if (by === 0) {
        // Its own way back.
        if (isBack) event.stopImmediatePropagation();
        isBack = false;
        return;
      }
      event.stopImmediatePropagation();
      isBack = true;
      history.go(-by);
      asking(() => history.go(by));
    };
    const closed = (event: BeforeUnloadEvent): void => event.preventDefault();
    navigator.push = (...to) => asking(() => push(...to));
    const letGo = holdBack(moved);
    addEventListener('beforeunload', closed);
    return stop;
  }, [isChanged, navigator]);
}
