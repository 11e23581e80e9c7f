/** Reads what vendors say about the files of a message, without trusting it. The files are never fetched. */
import { parseHttpUrl, type SmsMedia } from '@sluice/contracts';

/** Vendors allow ten; more are counted up to here. */
export const MOST_MEDIA = 20;

const longestUrl = 2_048;
const typePattern = /^[a-z0-9][\w.+-]{0,60}\/[a-z0-9][\w.+-]{0,60}$/;

/** One file. A URL that nobody could open, or a type that is none, is left out; the file still counts. */
export function readMedia(url: unknown, contentType: unknown): SmsMedia {
  const type = typeof contentType === 'string' ? contentType.split(';')[0]?.trim().toLowerCase() : undefined;
  return {
    url: typeof url === 'string' && url.length <= longestUrl && parseHttpUrl(url) ? url : undefined,
    contentType: type !== undefined && typePattern.test(type) ? type : undefined,
  };
}
