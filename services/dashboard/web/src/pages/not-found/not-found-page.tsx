/** The page for an unknown address. */
import { PageHead } from '../../components/page-head.js';

export function NotFoundPage() {
  return (
    <>
      <PageHead title="Not found" />
      <p>
        There is no page at this address. <a href="/">Go to the home page</a>
      </p>
    </>
  );
}
