import { countText } from '../format.ts'

/** Messages of the upload page [2 §2 Upload]. */
export const uploadMessages = {
  empty: 'This file is empty.',
  unanswered: 'Please answer: made with generative AI?',
  noForAll: 'No, for all pictures',
  /** Another picture was made with generative AI. */
  noForTheRest: 'No, for all the others',
  questionsLeft: (count: number) => `${countText(count, 'question')} left`,
} as const
