/** The text of a received message as conversations and webhooks show it. */
import { hasVisible, type SmsMedia } from '@sluice/contracts';

/**
 * Returns what was written, followed by a line about what was attached, if anything was: e.g. `[2 media attachments:
 * image/jpeg, video/mp4]`. Nobody must take a message of pictures only for an empty one.
 */
export function inboundText(written: string, media: readonly SmsMedia[]): string {
  if (media.length === 0) return written;
  const types = media.flatMap(({ contentType }) => (contentType === undefined ? [] : [contentType]));
  const count = `${media.length} media attachment${media.length === 1 ? '' : 's'}`;
  const attached = types.length === 0 ? `[${count}]` : `[${count}: ${types.join(', ')}]`;
  return hasVisible(written) ? `${written}\n${attached}` : attached;
}
