/** In place of a list of configured items: there are none, or none is found. */
import { Link } from 'react-router';
import { Empty } from './states.js';

interface NoneYetProps {
  /** What is listed, e.g. "campaigns". */
  readonly what: string;
  /** As what the tenant file has them, if not by that name. */
  readonly as?: string;
  /** What was searched for. */
  readonly search?: string | undefined;
}

export function NoneYet({ what, as, search }: NoneYetProps) {
  if (search !== undefined) return <Empty title={`No matching ${what}`}>Shorten the search.</Empty>;
  return (
    <Empty title={`No ${what} yet`}>
      <p>
        Write one {as !== undefined && `as ${as} `}in the <Link to="/settings/file">tenant file</Link>.
      </p>
    </Empty>
  );
}
