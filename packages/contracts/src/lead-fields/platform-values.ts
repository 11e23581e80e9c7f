/** Which values of a lead the events of an ad platform contain. */
import type { PixelPlatform } from '../resources/pixel.js';
import type { addressParts } from './address-parts.js';
import type { DataFields } from './lead-fields.js';
import type { leadItself } from './lead-itself.js';
import type { trackingFields } from './tracking-fields.js';

type SentTo<Platform extends PixelPlatform, Rows> = {
  [Name in keyof Rows]: Rows[Name] extends { readonly receivers: readonly (infer Receiver)[] }
    ? Platform extends Receiver
      ? Name
      : never
    : never;
}[keyof Rows];

/** The names of the values that a platform receives, be they fields, parts of an address or entries of attribution. */
export type PlatformValue<Platform extends PixelPlatform> =
  | SentTo<Platform, typeof leadItself>
  | SentTo<Platform, DataFields>
  | SentTo<Platform, typeof addressParts>
  | SentTo<Platform, typeof trackingFields>;
