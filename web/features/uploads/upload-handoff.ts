import type { Words } from './upload-queue.ts'

type Handoff = { files: readonly File[]; words: Partial<Words> }

const NOTHING: Handoff = { files: [], words: {} }
let pending = NOTHING

/** Hands files of another page, with their first words, to the upload page that opens next. */
export function handOffUpload(files: readonly File[], words: Partial<Words> = {}): void {
  pending = { files, words }
}

/** Takes the files that were handed off, once. */
export function takeUploadHandoff(): Handoff {
  const taken = pending
  pending = NOTHING
  return taken
}
