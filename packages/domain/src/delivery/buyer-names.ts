/**
 * How the buyers of a tenant are named wherever their calls are counted, and the lanes in which leads wait for them.
 * Named by ids only, because an address may hold a secret or personal data.
 */

/** One label for all overrides, because the address of an override may identify the person. */
export const OVERRIDE = 'override';

const CLIENT = 'client ';

/** The label of a client's posting URL; that of an endpoint is its id. */
export function clientLabel(clientId: string): string {
  return `${CLIENT}${clientId}`;
}

/** The lane of an endpoint. */
export function endpointLane(deliveryEndpointId: string): string {
  return `endpoint.${deliveryEndpointId}`;
}

/** The lane of a client's posting URL. */
export function clientLane(clientId: string): string {
  return `client.${clientId}`;
}

/** The lane of the buyer with this label; undefined for overrides, because each lead has a lane of its own. */
export function laneOfBuyer(label: string): string | undefined {
  if (label === OVERRIDE) return undefined;
  return label.startsWith(CLIENT) ? clientLane(label.slice(CLIENT.length)) : endpointLane(label);
}
