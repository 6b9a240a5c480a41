import type { RepostAnswer } from '../../../contract/reposts.ts'

/** Messages about pictures that are similar to another member's sketch. */
export const repostMessages = {
  question: 'This looks like another member’s sketch',
  hint: 'Your answer is saved with the sketch, and the other artist is told.',
  hiddenOriginal: 'It looks like a sketch of another member that we can’t show you.',
  unanswered: 'Please choose what it is, then post it again.',
  titleBy: (title: string, nickname: string) => `${title || 'Untitled'} by ${nickname}`,
  answers: {
    mine: 'It’s my own work',
    permission: 'I have the artist’s permission',
    study: 'It’s a study of it',
  } satisfies Record<RepostAnswer, string>,
  /** The name of the fact on the sketch page, before the original's title. */
  facts: {
    mine: 'Looks like',
    permission: 'Posted with permission',
    study: 'Study of',
  } satisfies Record<RepostAnswer, string>,
  disputeTitle: 'Dispute this sketch?',
  disputeHint: 'A gloperator will compare both sketches. The artist isn’t told who disputed it.',
  blockTitle: 'Block this picture?',
  blockHint: 'Nobody will be able to post it, or a picture that looks like it. The sketch itself stays as it is.',
  blocked: 'The picture is blocked.',
  unblockTitle: 'Unblock this picture?',
  unblockHint: 'Members will be able to post it again.',
  unblocked: 'The picture can be posted again.',
  noneBlocked: 'No picture is blocked.',
  disputed: 'You disputed this sketch.',
  disputedByArtist: 'The artist of the original disputed this sketch.',
} as const
