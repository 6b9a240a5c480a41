import { genericCover } from '../../../contract/covers.ts'
import type { Person } from '../../../contract/http/users.ts'
import { imageBase } from '../../lib/image-base.ts'
import { users } from './schema.ts'

export const personColumns = { id: users.id, nickname: users.nickname, avatarKey: users.avatarKey }

type PersonRow = { id: number; nickname: string; avatarKey: string | null }

export function personOf({ id, nickname, avatarKey }: PersonRow): Person {
  return { id, nickname, avatar: avatarKey && imageBase(avatarKey) }
}

/** Prefix of the cover keys of generic covers. */
export const GENERIC_COVER_PREFIX = 'generic/'

/** Address of a cover: the file of a generic one, or the base address of a sketch's picture. */
export function coverAddress(coverKey: string | null): string | null {
  if (!coverKey?.startsWith(GENERIC_COVER_PREFIX)) return coverKey && imageBase(coverKey)
  return genericCover(coverKey.slice(GENERIC_COVER_PREFIX.length))
}
