/** Sentences in plain words, as operations return them. */
import { z } from 'zod';

/** One sentence, with the sentences that give its reasons. */
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
      .describe('Its tone; `quiet` marks a check without effect.'),
    get of() {
      return z.array(sentenceSchema).describe('Its reasons.').optional();
    },
  })
  .meta({ id: 'AdminSentence' });
