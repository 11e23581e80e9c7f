/** Reports that the dashboard's server does not answer, since when, and that the page shows the state of that time. */
import { connection } from '../api/connection.js';
import { Time } from '../components/time.js';

export function ConnectionBanner() {
  const { value } = connection;
  return (
    <div role="alert">
      {value.kind === 'lost' && (
        <div class="connection-lost">
          <span>
            Connection lost at <Time at={value.since} timeOnly />. The page shows data from before then;
            reconnecting…
          </span>
        </div>
      )}
    </div>
  );
}
