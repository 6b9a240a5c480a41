import { countText } from '../format.ts'
import { messageOf } from './errors.ts'

/** Messages of entries in challenges and compos [1 §8]. */
export const entryMessages = {
  noEntries: 'No entries yet, you should make one!',
  nothingToEnter: 'You have no sketches to enter yet.',
  chooseSketch: 'Choose one of your sketches.',
  uploadNew: 'Upload a new sketch',
  removed: (from: string) => `Removed from ${from}.`,
} as const

/** Message for a failed entry [1 §8]. */
export const entryFailure = (error: unknown) =>
  `There was a problem entering this competition/challenge: ${messageOf(error)}`

/** "1 entry", "1,204 entries", with a non-breaking space. */
export const entryCountText = (count: number) => countText(count, 'entry', 'entries').replace(' ', '\u00a0')
