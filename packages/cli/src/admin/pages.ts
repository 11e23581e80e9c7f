/** Reads a list of the operations to its end. */
import type { AdminEndpoint, EndpointData } from '@sluice/contracts';
import { isPaged } from './declared-command.js';

const PAGE = 200;

/** The part of a call that names the page. */
export type Page = Partial<Record<'query' | 'body', object>>;

/** Yields every page that `ask` answers, reading each on demand; one answer if the operation has no pages. */
export async function* pagesOf<E extends AdminEndpoint>(
  endpoint: E,
  ask: (page: Page) => Promise<EndpointData<E>>,
): AsyncGenerator<EndpointData<E>, void, undefined> {
  const part = (['query', 'body'] as const).find((one) => isPaged(endpoint[one]));
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = { limit: part === 'query' ? String(PAGE) : PAGE, ...(cursor !== undefined && { cursor }) };
    const data = await ask(part ? { [part]: page } : {});
    yield data;
    ({ nextCursor: cursor = null } = data as { readonly nextCursor?: string | null });
  }
}
