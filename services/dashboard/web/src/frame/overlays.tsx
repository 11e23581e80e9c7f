/**
 * The places of dialogs and toasts. What draws them is loaded when it is first needed, or a little after the first view,
 * so that it is there even without a connection.
 */
import { lazy, Suspense, useEffect, useState } from 'react';
import { useAsked } from '../components/confirm.js';
import { useMessages } from '../components/toast.js';
import { orLoadAgain } from './load-again.js';

const AHEAD_AFTER_MS = 5_000;

const Questions = lazy(orLoadAgain(() => import('../components/asking.js')));
const Toasts = lazy(orLoadAgain(() => import('../components/toasts.js')));

export function Overlays() {
  const [isAhead, setAhead] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAhead(true), AHEAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const isAsking = useAsked(({ asked }) => asked !== undefined);
  const isTelling = useMessages(({ length }) => length > 0);
  return (
    <>
      <Suspense>{(isAhead || isAsking) && <Questions />}</Suspense>
      <Suspense>{(isAhead || isTelling) && <Toasts />}</Suspense>
    </>
  );
}
