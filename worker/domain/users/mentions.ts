import { and, inArray, sql } from 'drizzle-orm'
import type { Mention } from '../../../contract/http/comments.ts'
import { mentionCandidates, resolveMentions } from '../../../contract/mentions.ts'
import type { Db } from '../../lib/database.ts'
import { notBlocked } from '../sketches/visibility.ts'
import { personColumns } from './list-items.ts'
import { users } from './schema.ts'
import type { Viewer } from './viewer.ts'

/** Returns a query for members that a text may mention, and a function that finds the mentions in its rows. */
export function mentionsOf(db: Db, viewer: Viewer | null, text: string) {
  const names = mentionCandidates(text)
  const keys = JSON.stringify([...new Set(names.map(({ key }) => key))])
  return {
    candidates: db
      .select({ ...personColumns, key: users.nicknameKey })
      .from(users)
      .where(
        and(inArray(users.nicknameKey, sql`(SELECT value FROM json_each(${keys}))`), notBlocked(viewer, users.id)),
      ),
    resolve: (people: { id: number; key: string }[]): Mention[] =>
      resolveMentions(names, new Map(people.map(({ id, key }) => [key, id]))),
  }
}
