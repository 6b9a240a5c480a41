import { STORAGE_MAX_BYTES } from '../../../contract/limits.ts'
import { countText, fileSizeText, numberText, percentText } from '../format.ts'

type PictureSize = { width: number; height: number; bytes: number }

/** "4,000 × 3,000, 9.8 MB", without line breaks inside the size. */
const pictureSizeText = ({ width, height, bytes }: PictureSize) =>
  `${numberText(width)}\u00a0×\u00a0${numberText(height)}, ${fileSizeText(bytes).replace(' ', '\u00a0')}`

/** Messages of the upload page [2 §2 Upload]. */
export const uploadMessages = {
  loginFirst: 'Log in to post your sketches.',
  storage: (usedBytes: number) =>
    `You use ${fileSizeText(usedBytes)} of your ${STORAGE_MAX_BYTES / 2 ** 30} GB. Deleting sketches, versions, videos or recordings makes room.`,
  leaveTitle: 'Leave before all pictures are uploaded?',
  leaveHint: 'Pictures that haven’t arrived yet won’t be uploaded.',
  leavePostingTitle: 'Leave while your pictures are being posted?',
  leavePostingHint: 'A picture that can’t be posted will wait for you on this page.',
  loggedOut: 'You’re logged out. Log in again in a new tab, and then come back: your pictures stay here.',
  empty: 'This file is empty.',
  shrinkHint: 'Your browser can make a smaller copy. Your own file stays as it is.',
  stillHint: 'Your browser can make a smaller, still copy. Your own file stays as it is.',
  shrinkFailed: 'Your browser couldn’t make this picture smaller.',
  tooLarge: (count: number) => `${countText(count, 'picture')} are too large.`,
  shrunk: ({ from, to, isStill }: { from: PictureSize; to: PictureSize; isStill: boolean }) =>
    `Shrunk from ${pictureSizeText(from)} to ${pictureSizeText(to)}.${isStill ? ' It is a still PNG now.' : ''}`,
  progressOfAll: ({ files, received, share }: { files: number; received: number; share: number }) =>
    `${numberText(received)} of ${countText(files, 'picture')} uploaded, ${percentText(Math.floor(share * 100) / 100)}`,
  posted: (count: number) => (count === 1 ? 'Sketch posted.' : `${countText(count, 'sketch', 'sketches')} posted.`),
  unanswered: 'Please answer: made with generative AI?',
  noForAll: 'No, for all pictures',
  /** Shown if another picture was made with generative AI. */
  noForTheRest: 'No, for all the others',
  questionsLeft: (count: number) => `${countText(count, 'question')} left`,
} as const
