import type { Page } from '../Page.ts'

/** State that the steps of a journey share. */
export type Journey = {
  origin: string
  /** Window of the browser under test. */
  page: Page
  /** Another member, in Chromium. */
  companion: Page
  /** Nicknames, unused before. */
  nickname: string
  companionName: string
}

export type Step = {
  /** A full sentence. */
  name: string
  /** True when the short form includes it, which may depend on the browser. */
  isShort: boolean | ((journey: Journey) => Promise<boolean>)
  /** Names the APIs that the browser lacks for this step. */
  missing?: (journey: Journey) => Promise<string[]>
  run: (journey: Journey) => Promise<void>
}
