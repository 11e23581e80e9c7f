/** The queues: the board of every queue and its jobs, inside the console's head. */
import { PageHead } from '../../components/page-head.js';
import { theme } from '../../frame/theme.js';
import { setBoardLook } from './board-look.js';

export default function QueuesPage() {
  const look = theme.value;
  setBoardLook(look);
  return (
    <>
      <PageHead title="Queues">
        Jobs hold ids only. Retry, promote and pause are audited with your name.
      </PageHead>
      <iframe key={look} class="board" src="/board" title="Queue board" />
    </>
  );
}
