import type { Person } from '../../../contract/http/users.ts'
import { imageBase } from '../../lib/image-base.ts'
import { users } from './schema.ts'

export const personColumns = { id: users.id, nickname: users.nickname, avatarKey: users.avatarKey }

type PersonRow = { id: number; nickname: string; avatarKey: string | null }

export function personOf({ id, nickname, avatarKey }: PersonRow): Person {
  return { id, nickname, avatar: avatarKey && imageBase(avatarKey) }
}
