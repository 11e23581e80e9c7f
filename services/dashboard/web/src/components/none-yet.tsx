/** In place of a list of configured items: there are none, or none is found. */
import { Link } from 'react-router';
import { may } from '../api/session.js';
import { newItemAddress } from './new-item.js';
import { Empty } from './states.js';

interface NoneYetProps {
  /** What is listed, e.g. "campaigns". */
  readonly what: string;
  /** The section in which one is made. */
  readonly section: string;
  /** As what one is made, if not by that name. */
  readonly as?: string;
  /** What was searched for. */
  readonly search?: string | undefined;
}

export function NoneYet({ what, section, as, search }: NoneYetProps) {
  if (search !== undefined) return <Empty title={`No matching ${what}`}>Shorten the search.</Empty>;
  return (
    <Empty title={`No ${what} yet`}>
      {may('adminSaveItem') && (
        <p>
          <Link to={newItemAddress(section)}>Make the first one{as !== undefined && `: ${as}`}</Link>
        </p>
      )}
    </Empty>
  );
}
