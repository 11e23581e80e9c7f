/** The dependencies of the routing stage. */
import type { Core, SuppressionDeps } from '@sluice/pipeline';
import type { GroupTurns } from './group-turns.js';
import type { Openings } from '@sluice/pipeline';
import type { OnTheWay } from './on-the-way.js';

/** The dependencies of the routing stage. */
export type RoutingDeps = Core & SuppressionDeps & RoutingOwn;

/** What routing has of its own. */
interface RoutingOwn {
  /** Whose turn it is in groups; one for all leads of the process. */
  readonly turns: GroupTurns;
  readonly openings: Openings;
  /** How many leads are on their way to campaigns; one for all leads of the process. */
  readonly onTheWay: OnTheWay;
}
