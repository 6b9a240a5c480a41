import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Mention } from '../../../contract/http/comments.ts'
import type { Person } from '../../../contract/http/users.ts'
import { mentionCandidates, resolveMentions } from '../../../contract/mentions.ts'
import { nicknameKey } from '../../../contract/text.ts'
import { blockedColumn, notBlocked } from '../../domain/sketches/visibility.ts'
import { personColumns, personOf } from '../../domain/users/list-items.ts'
import { fans, users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'

/** The statement that reads whom a text may name, for a batch, and whom it then does name and where. */
export function mentionsOf(db: Db, viewer: Viewer, text: string) {
  const candidates = mentionCandidates(text)
  const keys = JSON.stringify([...new Set(candidates.map(({ key }) => key))])
  return {
    named: db
      .select({ id: users.id, key: users.nicknameKey })
      .from(users)
      .where(
        and(inArray(users.nicknameKey, sql`(SELECT value FROM json_each(${keys}))`), notBlocked(viewer, users.id)),
      ),
    among: (named: { id: number; key: string }[]): Mention[] =>
      resolveMentions(candidates, new Map(named.map(({ id, key }) => [key, id]))),
  }
}

const PREFIX_LOOKED_AT = 12
const PREFIX_OFFERED = 8
const NEAR_EACH = 25

/** Members whose nicknames begin as typed, by name. */
export async function listByNickname(db: Db, viewer: Viewer, beginning: string): Promise<Person[]> {
  const key = nicknameKey(beginning)
  const rows = await db
    .select({ ...personColumns, blocked: blockedColumn(viewer, users.id) })
    .from(users)
    .where(and(gte(users.nicknameKey, key), lt(users.nicknameKey, `${key}\u{10ffff}`)))
    .orderBy(asc(users.nicknameKey))
    .limit(PREFIX_LOOKED_AT)
  const others = rows.filter(({ id, blocked }) => !blocked && id !== viewer.id)
  return others.slice(0, PREFIX_OFFERED).map(personOf)
}

/** Those whom a member follows, then their fans, the latest first; nobody twice. */
export async function listNear(db: Db, viewer: Viewer): Promise<Person[]> {
  const [followed, followers] = await db.batch([
    db
      .select(personColumns)
      .from(fans)
      .innerJoin(users, eq(users.id, fans.userId))
      .where(eq(fans.fanId, viewer.id))
      .orderBy(desc(fans.createdAt), desc(fans.userId))
      .limit(NEAR_EACH),
    db
      .select(personColumns)
      .from(fans)
      .innerJoin(users, eq(users.id, fans.fanId))
      .where(eq(fans.userId, viewer.id))
      .orderBy(desc(fans.createdAt), desc(fans.fanId))
      .limit(NEAR_EACH),
  ])
  return [...new Map([...followed, ...followers].map((row) => [row.id, personOf(row)])).values()]
}
