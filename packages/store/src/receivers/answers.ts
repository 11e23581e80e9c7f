/**
 * The recent answers of a receiver: the latest of them, and since when it fails. Of bounded size and without the text of
 * a buyer's answer, which is stored with its attempt.
 */
import type { Document } from 'mongodb';

/** How one call ended. */
export interface ReceiverAnswer {
  readonly at: Date;
  readonly leadId: string;
  readonly submissionId: string;
  /** The number of the submission's attempt. */
  readonly n: number;
  /** The attempt's kind, or `unrecognised` if an operator has to read the answer. */
  readonly outcome: string;
  /** The endpoint's rules could not read the answer, whatever followed from it. */
  readonly unreadable?: true;
  readonly status?: number;
  /** Why there was no answer, in our own words. */
  readonly failure?: string;
  readonly durationMs: number;
}

/** What is known of the answers. */
export interface AnswerTimes {
  /** Set while every call fails: the time of the first failure. */
  readonly failingSince?: Date;
  readonly lastGoodAt?: Date;
  readonly lastFailedAt?: Date;
  /** When it last accepted what it was sent. */
  readonly lastAcceptedAt?: Date;
  /** Set while it accepted none of its last {@link NONE_OF} calls: the time of the first of them. */
  readonly acceptsNoneSince?: Date;
  /** When it was last called. */
  readonly lastCalledAt?: Date;
  /** When it last answered with what the endpoint's rules cannot read. */
  readonly lastUnreadableAt?: Date;
}

/** The answers as stored. */
export interface RecentAnswers extends AnswerTimes {
  /** Oldest first. */
  readonly latest?: readonly ReceiverAnswer[];
}

/** How many answers of a receiver are kept. */
export const ANSWERS = 20;

/** A buyer that accepted none of this many calls in a row does not work for us, whatever it answers. */
export const NONE_OF = 10;

// An answer that cannot be read shows that the receiver works.
const good: ReadonlySet<string> = new Set(['accepted', 'rejected', 'duplicate', 'unrecognised']);

function isGood({ outcome }: ReceiverAnswer): boolean {
  return good.has(outcome);
}

function isAccepted({ outcome }: ReceiverAnswer): boolean {
  return outcome === 'accepted';
}

/**
 * The answers of one second that are written. Of many the latest are kept, including one that accepted and a good one,
 * because they show that the receiver works.
 */
export function worthWriting(answers: ReceiverAnswer[], kept = ANSWERS): ReceiverAnswer[] {
  if (answers.length <= kept * 2) return answers;
  const worth = new Set([answers.findLast(isAccepted), answers.findLast(isGood), ...answers.slice(-kept)]);
  return answers.filter((answer) => worth.has(answer));
}

/** The update that adds these answers to those of other processes; `answers` are oldest first. */
export function addAnswers(answers: readonly ReceiverAnswer[], kept = ANSWERS): Document[] {
  const goodAt = answers.findLast(isGood)?.at;
  const acceptedAt = answers.findLast(isAccepted)?.at;
  const failed = answers.filter((answer) => !isGood(answer));
  const failedAt = failed.at(-1)?.at;
  const firstFailedAt = failed.find(({ at }) => !goodAt || at > goodAt)?.at;
  const unreadableAt = answers.findLast(({ unreadable }) => unreadable)?.at;
  const known = { $ifNull: ['$answers.latest', []] };
  const latest = { $literal: answers.slice(-kept) };
  return [
    {
      $set: {
        ...(goodAt && { 'answers.lastGoodAt': { $max: ['$answers.lastGoodAt', goodAt] } }),
        ...(acceptedAt && { 'answers.lastAcceptedAt': { $max: ['$answers.lastAcceptedAt', acceptedAt] } }),
        'answers.lastCalledAt': { $max: ['$answers.lastCalledAt', answers.at(-1)?.at] },
        ...(failedAt && { 'answers.lastFailedAt': { $max: ['$answers.lastFailedAt', failedAt] } }),
        ...(unreadableAt && {
          'answers.lastUnreadableAt': { $max: ['$answers.lastUnreadableAt', unreadableAt] },
        }),
        'answers.latest': { $slice: [{ $concatArrays: [known, latest] }, -kept] },
      },
    },
    {
      $set: {
        'answers.failingSince': {
          $cond: [
            { $gt: ['$answers.lastFailedAt', { $ifNull: ['$answers.lastGoodAt', new Date(0)] }] },
            goodAt
              ? (firstFailedAt ?? '$answers.failingSince')
              : { $ifNull: ['$answers.failingSince', firstFailedAt ?? '$$REMOVE'] },
            '$$REMOVE',
          ],
        },
        'answers.acceptsNoneSince': acceptsNoneSince,
      },
    },
  ];
}

const acceptsNoneSince = {
  $let: {
    vars: { last: { $slice: ['$answers.latest', -NONE_OF] } },
    in: {
      $cond: [
        {
          $and: [{ $eq: [{ $size: '$$last' }, NONE_OF] }, { $not: { $in: ['accepted', '$$last.outcome'] } }],
        },
        { $ifNull: ['$answers.acceptsNoneSince', { $first: '$$last.at' }] },
        '$$REMOVE',
      ],
    },
  },
};
