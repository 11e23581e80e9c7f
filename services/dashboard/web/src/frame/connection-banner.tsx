/** Says that the console's server does not answer, since when, and that the page is as it was then. */
import { connection } from '../api/connection.js';
import { Time } from '../components/time.js';

export function ConnectionBanner() {
  const { value } = connection;
  return (
    <div role="alert">
      {value.kind === 'lost' && (
        <div class="connection-lost">
          <span>
            Connection lost at <Time at={value.since} timeOnly />. What you see is as it was then; trying
            again…
          </span>
        </div>
      )}
    </div>
  );
}
