import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import type {
  ChallengePageReply,
  ChallengeQueue,
  OpenChallengeReply,
  OwnSuggestions,
} from '../../../contract/http/challenges.ts'
import { challengeIdeas, challenges } from '../../../worker/domain/challenges/schema.ts'
import { openDb } from '../../../worker/lib/database.ts'
import type { Person } from './people.ts'
import { jsonOf, requestJson, sendRequest } from './site.ts'

let challengeCount = 0

/** Adds a past challenge, each a day after the previous one. */
export async function addChallenge(
  person: Person,
  fields: Partial<typeof challenges.$inferInsert> = {},
): Promise<number> {
  challengeCount += 1
  const number = sql`(SELECT coalesce(max(number), 0) + 1 FROM challenges)`
  const row = {
    userId: person.id,
    title: 'Low tide',
    description: '',
    number,
    day: 10_000 + challengeCount,
    ideaId: -challengeCount,
  }
  return (
    await openDb(env.DB)
      .insert(challenges)
      .values({ ...row, ...fields })
      .returning({ id: challenges.id })
      .get()
  ).id
}

export const openChallenge = (as: Person | null, group: string, fields: object = {}) =>
  sendRequest('/api/v2/challenge/open', { as, body: { group, title: 'Frogs', description: 'Any frog.', ...fields } })

export const deleteChallenge = (as: Person | null, challengeId: number, reason?: string) =>
  sendRequest('/api/v2/challenge/delete', { as, body: { challengeId, reason } })

/** Opens a challenge of a group as if some days ago (`daysAgo`), and returns its id. */
export async function addGroupChallenge(
  as: Person,
  group: string,
  { daysAgo = 0, ...fields }: { daysAgo?: number; title?: string } = {},
): Promise<number> {
  const { challengeId } = await jsonOf<OpenChallengeReply>(openChallenge(as, group, fields))
  await env.DB.batch([
    env.DB.prepare('UPDATE challenges SET day = day - ? WHERE id = ?').bind(daysAgo, challengeId),
    env.DB.prepare('UPDATE groups SET challenge_notified_day = challenge_notified_day - ? WHERE slug = ?').bind(
      daysAgo,
      group,
    ),
  ])
  return challengeId
}

export async function addIdea(person: Person): Promise<number> {
  challengeCount += 1
  const row = {
    userId: person.id,
    title: `A heron, again ${challengeCount}`,
    description: '',
    place: challengeCount,
    createdAt: Date.now(),
  }
  return (await openDb(env.DB).insert(challengeIdeas).values(row).returning({ id: challengeIdeas.id }).get()).id
}

export const enterChallenge = (as: Person, challengeId: number, sketchId: number) =>
  sendRequest('/challenges', { as, body: { challengeId, sketchId } })

export const removeEntry = (as: Person, sketch: number, reason?: string) =>
  sendRequest('/api/v2/challenge/removeSketch', { as, body: { sketch, ...(reason !== undefined && { reason }) } })

export const suggestChallenge = (as: Person, title: string, description = '') =>
  sendRequest('/challenges', { as, body: { action: 'suggest', title, description } })

/** Suggests a challenge and returns its id. */
export async function addSuggestion(as: Person, title = 'A heron at night'): Promise<number> {
  await jsonOf(suggestChallenge(as, title))
  const { items } = await requestJson<OwnSuggestions>('/api/v2/challenge/suggestions', { as })
  return items.find((item) => item.title === title)?.id ?? 0
}

export const challengeOf = (id: number, as: Person | null = null, cursor = '') =>
  requestJson<ChallengePageReply>(`/api/v2/challenge/${id}${cursor && `?cursor=${cursor}`}`, { as })

export const queueFor = (staff: Person) => requestJson<ChallengeQueue>('/api/v2/gloperate/challenges', { as: staff })

/** Posts an action of staff on the queue; an empty action adds or edits a challenge. */
export const postToQueue = (as: Person, action: '' | 'move' | 'remove', body: object) =>
  sendRequest(`/api/v2/gloperate/challenge${action && `/${action}`}`, { as, body })
