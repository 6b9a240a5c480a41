import { readStored, writeStored } from '../../lib/local-storage.ts'
import { EMPTY_TEXT, type SketchText } from './upload-queue.ts'

const storageKey = (uploadId: string) => `upload-draft ${uploadId}`

export function readUploadDraft(uploadId: string): SketchText | null {
  try {
    const stored: unknown = JSON.parse(readStored(storageKey(uploadId)) ?? 'null')
    return stored && typeof stored === 'object' ? { ...EMPTY_TEXT, ...stored } : null
  } catch {
    return null
  }
}

export function writeUploadDraft(uploadId: string, text: SketchText): void {
  writeStored(storageKey(uploadId), JSON.stringify(text))
}

export function deleteUploadDraft(uploadId: string): void {
  writeStored(storageKey(uploadId), '')
}
