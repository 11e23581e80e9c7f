/** The events in a call to an ad platform, so that the ledger can count them. */
import { asObject, asText, jsonObject } from './sink-request.js';

/** One event, with its own id and the hashed id of its person. */
export interface ConversionEvent {
  readonly id: string;
  readonly subject?: string;
}

/** The events in a body of Meta's form; undefined if it has another form. */
export function conversionEvents(path: string, body: string): readonly ConversionEvent[] | undefined {
  if (!path.endsWith('/events')) return undefined;
  const data = jsonObject(body)?.['data'];
  if (!Array.isArray(data)) return undefined;
  return data.flatMap((item) => {
    const event = asObject(item);
    const id = asText(event?.['event_id']);
    if (id === undefined) return [];
    const external = asObject(event?.['user_data'])?.['external_id'];
    const subject = asText(Array.isArray(external) ? external[0] : external);
    return [{ id, subject }];
  });
}
