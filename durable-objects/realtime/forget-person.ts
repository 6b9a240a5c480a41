import { DELETED_MEMBER } from '../../contract/deleted-member.ts'
import type { Mention } from '../../contract/http/mentions.ts'
import { withoutMention } from '../../contract/mentions.ts'

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

/** Replaces the mentions of a member in a line of a chat by the name of a deleted member. */
export function forgetMention<Line extends { message: string; mentions?: Mention[] | undefined }>(
  line: Line,
  userId: number,
): Line {
  const { message, mentions = [] } = line
  if (!mentions.some((mention) => mention.userId === userId)) return line
  const rest = withoutMention({ text: message, mentions }, [userId], DELETED_MEMBER)
  return { ...line, message: rest.text, mentions: rest.mentions }
}
