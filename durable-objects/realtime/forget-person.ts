import { DELETED_MEMBER } from '../../contract/deleted-member.ts'

/** Replaces a member's name and picture by those of a deleted member, wherever JSON has them with the member's id. */
export function withoutPerson(json: string, userId: number): string {
  if (!json.includes(`"id":${userId}`)) return json
  return JSON.stringify(JSON.parse(json, (_name, value) => (isPerson(value, userId) ? deletedPerson(value) : value)))
}

type StoredPerson = { id: number; nickname: string; avatar?: string | null }

function isPerson(value: unknown, userId: number): value is StoredPerson {
  return typeof value === 'object' && value !== null && 'nickname' in value && 'id' in value && value.id === userId
}

const deletedPerson = (person: StoredPerson) => ({ ...person, nickname: DELETED_MEMBER, avatar: null })
