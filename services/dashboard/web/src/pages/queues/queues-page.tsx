/** The queues: the board of every queue and its jobs, inside the console's head. */
import { PageHead } from '../../components/page-head.js';

export default function QueuesPage() {
  return (
    <>
      <PageHead title="Queues">
        Jobs hold ids only. Retry, promote and pause are audited with your name.
      </PageHead>
      <iframe class="board" src="/board" title="Queue board" />
    </>
  );
}
