/** The page for an unknown address. */
import { Link } from 'react-router';
import { PageHead } from '../../components/page-head.js';

export function NotFoundPage() {
  return (
    <>
      <PageHead title="Not found" />
      <p>
        There is no page at this address. <Link to="/">Go to the home page</Link>
      </p>
    </>
  );
}
