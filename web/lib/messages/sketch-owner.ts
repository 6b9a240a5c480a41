import type { ErrorCode } from '../../../contract/errors.ts'
import { CallError } from '../call.ts'
import { messageOf } from './errors.ts'

/** Messages of changes to the user's own sketches [1 §8]. */
export const ownerMessages = {
  updateFailed: 'Sorry there was an error updating ... try again.',
  samePicture: 'This sketch already shows that picture.',
  alreadyPosted: 'You already posted this picture as another sketch.',
  noSketchAddress: 'That isn’t a link to a sketch.',
} as const

const VIDEO: Partial<Record<ErrorCode | 'no_reply', string>> = {
  bad_file: 'This file couldn’t be read as a video that browsers play. Videos can be MP4 or WebM.',
  too_large: 'Videos can be up to 16 MB.',
}
const SKETCH_FILE: Partial<Record<ErrorCode | 'no_reply', string>> = {
  bad_file: 'This file couldn’t be read. Sketch files can be .croquis or .ora.',
  too_large: 'Sketch files can be up to 16 MB.',
}
const EDIT: Partial<Record<ErrorCode | 'no_reply', string>> = {
  bad_parent: 'A sketch can continue one of your own or a co-op sketch, but not itself.',
}

const personalData = (picture: string) =>
  `The picture ${picture} in this file says where or by whom it was made. Save it without metadata, then add the file again.`

/** Message for an artist's failed call; more specific than `messageOf` where it can be. */
export function ownerMessageOf(kind: 'video' | 'file' | 'edit', error: unknown): string {
  const code = error instanceof CallError ? error.code : 'internal'
  if (code === 'personal_data' && error instanceof CallError && error.field) return personalData(error.field)
  const known = { video: VIDEO, file: SKETCH_FILE, edit: EDIT }[kind][code]
  const isOurs = !(error instanceof CallError) || error.status === 0 || error.status >= 500
  return known ?? (kind === 'edit' && isOurs ? ownerMessages.updateFailed : messageOf(error))
}
