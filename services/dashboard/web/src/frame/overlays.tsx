/**
 * The places of dialogs and toasts. What draws them is loaded a little after the first view, so that it is there when it
 * is needed, even without a connection.
 */
import { lazy, Suspense, useEffect } from 'react';
import { useAsked } from '../components/confirm.js';
import { useMessages } from '../components/toast.js';
import { orLoadAgain } from './load-again.js';

const AHEAD_AFTER_MS = 15_000;

const loadQuestions = () => import('../components/asking.js');
const loadToasts = () => import('../components/toasts.js');
const Questions = lazy(orLoadAgain(loadQuestions));
const Toasts = lazy(orLoadAgain(loadToasts));

export function Overlays() {
  const isAsking = useAsked(({ asked }) => asked !== undefined);
  const isTelling = useMessages(({ length }) => length > 0);
  useEffect(() => {
    const timer = setTimeout(() => {
      // Whatever fails is loaded again when it is needed.
      void Promise.allSettled([loadQuestions(), loadToasts()]);
    }, AHEAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <Suspense>{isAsking && <Questions />}</Suspense>
      <Suspense>{isTelling && <Toasts />}</Suspense>
    </>
  );
}
