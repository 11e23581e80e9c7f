/** Reports that the dashboard's server does not answer, since when, and that the page shows the state of that time. */
import { useConnection } from '../api/connection.js';
import { TimeInText } from '../components/time.js';

export function ConnectionBanner() {
  const { lostSince } = useConnection();
  return (
    <div role="alert">
      {lostSince && (
        <div className="connection-lost">
          <span>
            Connection lost at <TimeInText at={lostSince} />. The page shows data from before then;
            reconnecting…
          </span>
        </div>
      )}
    </div>
  );
}
