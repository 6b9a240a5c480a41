import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import * as z from 'zod/mini'
import { type Mention, type ShownMention, shownMention } from '../../../contract/http/mentions.ts'
import { MENTIONS_NAMED_MAX } from '../../../contract/limits.ts'
import { mentionCandidates, resolveMentions } from '../../../contract/mentions.ts'
import { type Db, statement } from '../../lib/database.ts'
import { notBlocked } from '../sketches/visibility.ts'
import { personColumns } from './list-items.ts'
import { users } from './schema.ts'
import type { Viewer } from './viewer.ts'

/**
 * Returns a query for the members that a text may mention, and a function that finds the mentions by the query's rows.
 */
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

/** Finds the mentions of a text, to be stored with it. Queries the database only if the text has an `@`. */
export async function findMentions(db: Db, viewer: Viewer | null, text: string): Promise<Mention[]> {
  const { candidates, resolve } = mentionsOf(db, viewer, text)
  return text.includes('@') ? resolve(await candidates) : []
}

/**
 * The stored mentions of a column with the members' current nicknames, so that a text shows the new name after a rename
 * or merge. Null if the column is.
 */
export function shownMentions(column: SQLiteColumn) {
  const stored = sql`${column.table}.${sql.identifier(column.name)}`
  // Cross joins keep the order of the text.
  return sql<ShownMention[] | null>`iif(${stored} IS NULL, NULL, (
    SELECT json_group_array(json_object('userId', named.id, 'start', mention.value ->> 'start',
      'length', mention.value ->> 'length', 'nickname', named.nickname))
    FROM json_each(${stored}) AS mention
    CROSS JOIN users AS asked ON asked.id = mention.value ->> 'userId'
    CROSS JOIN users AS named ON named.id = coalesce(asked.merged_into_id, asked.id)))`
    .mapWith((text: string) => z.array(shownMention).parse(JSON.parse(text)))
    .as('shown_mentions')
}

export type MentionedMember = { id: number; userId: number; nickname: string }

/**
 * Makes a statement that reads the members of the first mentions in texts, each once. `texts` is a query with a column
 * `mentions`.
 */
export function selectMentioned(db: Db, texts: SQL) {
  const ids = sql`SELECT mention.value ->> 'userId' FROM (${texts}) AS text
    CROSS JOIN json_each(text.mentions) AS mention LIMIT ${MENTIONS_NAMED_MAX}`
  return statement<MentionedMember>(
    db,
    sql`SELECT asked.id AS id, coalesce(named.id, asked.id) AS "userId", coalesce(named.nickname, asked.nickname) AS nickname
      FROM users AS asked LEFT JOIN users AS named ON named.id = asked.merged_into_id WHERE asked.id IN (${ids})`,
  )
}

/**
 * Makes a function that gives stored mentions the members' current nicknames, as `shownMentions`. It leaves out members
 * who were not read.
 */
export function withNicknamesOf(members: readonly MentionedMember[]): (mentions: readonly Mention[]) => ShownMention[] {
  const byId = new Map(members.map((member) => [member.id, member]))
  return (mentions) =>
    mentions.flatMap((mention) => {
      const member = byId.get(mention.userId)
      return member ? { ...mention, userId: member.userId, nickname: member.nickname } : []
    })
}
