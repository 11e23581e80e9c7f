/** Sentences in plain words, as operations answer them. */
import { z } from 'zod';

/** One sentence, and below it the sentences that give its reasons. */
export interface SentenceView {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'warn' | 'quiet';
  readonly of?: readonly SentenceView[] | undefined;
}

export const sentenceSchema: z.ZodType<SentenceView, SentenceView> = z
  .object({
    text: z.string().describe('What happened, in plain words.'),
    tone: z
      .enum(['good', 'bad', 'warn', 'quiet'])
      .describe('How it is meant; `quiet` was looked at and changed nothing.'),
    get of() {
      return z.array(sentenceSchema).describe('Its reasons.').optional();
    },
  })
  .meta({ id: 'AdminSentence' });
