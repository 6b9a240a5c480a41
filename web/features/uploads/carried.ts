import type { Words } from './queue.ts'

type Carried = { files: readonly File[]; words: Partial<Words> }

const NOTHING: Carried = { files: [], words: {} }
let carried = NOTHING

/** Keeps files that were dropped on another page, or made there, with words to start from, until the upload page takes them. */
export function carry(files: readonly File[], words: Partial<Words> = {}): void {
  carried = { files, words }
}

/** What was brought here, once. */
export function takeCarried(): Carried {
  const brought = carried
  carried = NOTHING
  return brought
}
