/** The page for an address that leads nowhere. */
import { PageHead } from '../../components/page-head.js';

export function NotFoundPage() {
  return (
    <>
      <PageHead title="Not found" />
      <p>
        There is no page at this address. <a href="/">To the first page</a>
      </p>
    </>
  );
}
