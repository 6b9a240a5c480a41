import { readStored, writeStored } from '../../lib/local-storage.ts'
import { EMPTY_TEXT, type SketchText } from './upload-queue.ts'

export function readUploadDraft(name: string): SketchText | null {
  try {
    const stored: unknown = JSON.parse(readStored(name) ?? 'null')
    return stored && typeof stored === 'object' ? { ...EMPTY_TEXT, ...stored } : null
  } catch {
    return null
  }
}

export function writeUploadDraft(name: string, text: SketchText): void {
  writeStored(name, JSON.stringify(text))
}

export function deleteUploadDraft(name: string): void {
  writeStored(name, '')
}
