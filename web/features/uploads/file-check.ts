import { UPLOAD_MAX_BYTES, UPLOAD_TYPES } from '../../../contract/limits.ts'
import { messageOfCode } from '../../lib/messages/errors.ts'
import { uploadMessages } from '../../lib/messages/uploads.ts'

/** Checks a file before it is uploaded; the site checks its contents. */
export function fileRefusal(file: Pick<File, 'size' | 'type'>): string | null {
  if (file.size > UPLOAD_MAX_BYTES) return messageOfCode('too_large')
  if (file.size === 0) return uploadMessages.empty
  if (!mayBePicture(file)) return messageOfCode('wrong_type')
  return null
}

/** True for a file without a type. Only the site can find its type. */
export const mayBePicture = (file: Pick<File, 'type'>): boolean => !file.type || isPicture(file)

export function isPicture({ type }: Pick<File, 'type'>): boolean {
  return UPLOAD_TYPES.some((accepted) => accepted === type)
}
