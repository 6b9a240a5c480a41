import type { SketchText } from './upload-queue.ts'

type Handoff = { files: readonly File[]; text: Partial<SketchText> }

const NOTHING: Handoff = { files: [], text: {} }
let pending = NOTHING

/** Passes files and a first description to the upload page that opens next. */
export function handOffUpload(files: readonly File[], text: Partial<SketchText> = {}): void {
  pending = { files, text }
}

/** Returns the handed-off files once. */
export function takeUploadHandoff(): Handoff {
  const handoff = pending
  pending = NOTHING
  return handoff
}
