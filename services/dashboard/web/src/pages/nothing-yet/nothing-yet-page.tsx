/** The first page of clients and suppliers, whose own pages do not exist yet. */
import { PageHead } from '../../components/page-head.js';

export default function NothingYetPage() {
  return (
    <>
      <PageHead title="Welcome" />
      <p>There is nothing here for you yet.</p>
    </>
  );
}
