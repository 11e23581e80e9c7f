/** What a syntax of bodies knows, so that the values of a template are escaped by themselves. */

/** How values are written into a body, and whether a finished body can be read. */
export interface BodySyntax {
  /** Follows a body, or a block of one, from its beginning. */
  follow(): Cursor;
  /** Whether this part of a block is more than text, so that the block stays as it is where it is written. */
  isMarkup(part: string): boolean;
  /** The filters whose results are in the syntax already, each with what it writes. */
  readonly writers: Readonly<Record<string, (result: unknown) => string>>;
  /** What is wrong with a finished body, and where, without a word of it; undefined if it can be read. */
  problem(body: string): string | undefined;
}

/** The place in a body where the next part is written. */
export interface Cursor {
  /** Moves past a part that is in the syntax already. */
  pass(part: string): void;
  /** Spells `text` so that a reader of the body finds exactly this text at this place. */
  escape(text: string): string;
  /** Whether everything at this place is text, blocks too. */
  inText(): boolean;
}

/** Text, in which values stand as they are. */
export const plainText: BodySyntax = {
  follow: () => ({ pass: () => undefined, escape: (text) => text, inText: () => true }),
  isMarkup: () => false,
  writers: {},
  problem: () => undefined,
};
