/** The dependencies of the delivery stage. */
import type { Core } from '@sluice/pipeline';
import type { Circuits, OutboundClient } from '@sluice/providers';

/** The dependencies of the delivery stage beyond the core. */
export interface DeliveryDeps extends Core {
  readonly outbound: OutboundClient;
  /** One circuit per destination: a dead buyer costs no attempts and does not delay others. */
  readonly circuits: Circuits;
}
