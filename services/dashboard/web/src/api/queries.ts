/** What pages load and change, on TanStack Query: the client, and the hooks that know the admin API. */
import type { EndpointData } from '@sluice/contracts';
import {
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useState } from 'react';
import { call } from './call.js';
import type { Problem } from './problem.js';
import type { Sent } from './request.js';
import { useSession } from './session.js';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Problem;
  }
}

/** Keeps what was loaded, by path and question. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // A lost connection has its own poll, and the server's refusals are answers. A search for a person is audited, so
    // a look at another tab must not repeat it.
    queries: { retry: false, refetchOnWindowFocus: false },
    mutations: { retry: false, gcTime: 0, networkMode: 'always' },
  },
});

// Nothing that a session showed stays for the next one.
useSession.subscribe(({ session }, before) => {
  if (session === 'none' && before.session !== 'none') queryClient.clear();
});

/** Something that is loaded: its data, or why there is none. */
export type Answer<Data> = UseQueryResult<Data, Problem>;

interface Asked {
  readonly query?: Sent['query'];
  /** Loads again this often while the page is visible. */
  readonly everyMs?: number | false;
  /** Whether to ask at all, default yes: nobody asks for what is not theirs. */
  readonly isTheirs?: boolean;
}

/** Loads the answer of an endpoint: `useAnswer<typeof listTenants>('/admin/v1/tenants')`. */
export function useAnswer<E>(
  path: string,
  { query, everyMs = false, isTheirs = true }: Asked = {},
): Answer<EndpointData<E>> {
  return useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => call<E>('GET', path, { query, signal }),
    refetchInterval: everyMs,
    enabled: isTheirs,
  });
}

/** A page of a list, with the ways to its neighbours. */
export interface Pages<Page> {
  readonly page: Answer<Page>;
  /** Counted from 1. */
  readonly number: number;
  readonly next?: () => void;
  readonly previous?: () => void;
}

/**
 * Reads the page of a list that begins at a cursor (the first page has none); another `question` starts again at the
 * first page. The way back is by the cursors used before.
 */
export function usePages<Page extends { readonly nextCursor: string | null }>(
  question: readonly unknown[],
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>,
  { everyMs = false }: Pick<Asked, 'everyMs'> = {},
): Pages<Page> {
  const asked = JSON.stringify(question);
  const [way, setWay] = useState<{ readonly asked: string; readonly cursors: readonly string[] }>({
    asked,
    cursors: [],
  });
  const cursors = way.asked === asked ? way.cursors : [];
  const cursor = cursors.at(-1);
  const page = useQuery({
    queryKey: [...question, cursor],
    queryFn: ({ signal }) => read(cursor, signal),
    refetchInterval: everyMs,
  });
  const after = page.data?.nextCursor;
  const go = (to: readonly string[]) => () => setWay({ asked, cursors: to });
  return {
    page,
    number: cursors.length + 1,
    next: after ? go([...cursors, after]) : undefined,
    previous: cursors.length > 0 ? go(cursors.slice(0, -1)) : undefined,
  };
}

/** A change: once it is made, everything that the page shows loads again. */
export function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => void client.invalidateQueries(),
  });
}
