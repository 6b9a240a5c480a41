import { readStored, writeStored } from '../../lib/stored.ts'
import { NO_WORDS, type Words } from './upload-queue.ts'

const nameOf = (uploadId: string) => `upload-draft ${uploadId}`

export function readDraft(uploadId: string): Words | null {
  try {
    const kept: unknown = JSON.parse(readStored(nameOf(uploadId)) ?? 'null')
    return kept && typeof kept === 'object' ? { ...NO_WORDS, ...kept } : null
  } catch {
    return null
  }
}

export function writeDraft(uploadId: string, words: Words): void {
  writeStored(nameOf(uploadId), JSON.stringify(words))
}

export function forgetDraft(uploadId: string): void {
  writeStored(nameOf(uploadId), '')
}
