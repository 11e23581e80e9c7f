/** Whether a candidate has a destination, and whether that answers at the moment. */
import type { Campaign, Client, OwnReason, TraceEntry } from '@sluice/contracts';
import { destinationOf } from '../delivery/destination.js';
import type { RoutingAnswers } from './answers.js';

/** What looking for a receiver depends on. */
export interface ReceiverInput {
  /** Set if the submission itself says where it goes. */
  readonly hasOwnDestination: boolean;
  /** Whether a receiver that does not answer is passed over. */
  readonly avoidsDown: boolean;
}

/** Why the candidate cannot receive the lead now; undefined if it can. */
export async function receiverProblem(
  campaign: Campaign,
  client: Client,
  { hasOwnDestination, avoidsDown }: ReceiverInput,
  answers: RoutingAnswers,
  trace: TraceEntry[],
): Promise<OwnReason | undefined> {
  if (hasOwnDestination) return undefined;
  const { deliveryEndpointId } = campaign;
  const endpoint = deliveryEndpointId === undefined ? undefined : await answers.endpoint(deliveryEndpointId);
  const destination = destinationOf({ campaign, client, endpoints: endpoint ? [endpoint] : [] });
  if (destination.kind === 'none') {
    trace.push(...destination.trace);
    return destination.reason;
  }
  return avoidsDown && (await answers.isDown(destination.label)) ? 'receiver_down' : undefined;
}
