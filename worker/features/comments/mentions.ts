import { and, asc, desc, eq, gte, lt } from 'drizzle-orm'
import type { Person } from '../../../contract/http/users.ts'
import { nicknameKey } from '../../../contract/text.ts'
import { blockedColumn } from '../../domain/sketches/visibility.ts'
import { personColumns, personOf } from '../../domain/users/list-items.ts'
import { mentionsOf } from '../../domain/users/mentions.ts'
import { fans, users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { batchEach, type Db } from '../../lib/database.ts'

/** Lists the members whom a text names with an `@`. */
export async function listMentionedMembers(db: Db, viewer: Viewer | null, text: string): Promise<Person[]> {
  const { candidates } = mentionsOf(db, viewer, text)
  return (await candidates).map(personOf)
}

/** Number of members to read. It exceeds the number of suggestions, because blocked members are left out afterwards. */
const MEMBERS_READ = 12
const MEMBERS_SUGGESTED = 8
const FOLLOWS_MAX = 25

/** Lists other members whose nickname begins with a text. */
export async function listMembersByPrefix(db: Db, viewer: Viewer, prefix: string): Promise<Person[]> {
  const rows = await batchEach(
    db,
    keyRangesOf(nicknameKey(prefix)).map(([from, to]) =>
      db
        .select({ ...personColumns, blocked: blockedColumn(viewer, users.id) })
        .from(users)
        .where(and(gte(users.nicknameKey, from), lt(users.nicknameKey, to)))
        .orderBy(asc(users.nicknameKey))
        .limit(MEMBERS_READ),
    ),
  )
  const others = rows.flat().filter(({ id, blocked }) => !blocked && id !== viewer.id)
  return others.slice(0, MEMBERS_SUGGESTED).map(personOf)
}

/**
 * The ranges of the keys of nicknames that begin with a text, in their order. They leave out `deleted:ID` and
 * `merged:ID`, the keys of accounts that ended, which can be many.
 */
function keyRangesOf(start: string): [from: string, to: string][] {
  const end = `${start}\u{10ffff}`
  const ranges: [string, string][] = [
    [start, 'deleted:'],
    ['deleted;', 'merged:'],
    ['merged;', end],
  ]
  return ranges
    .map(([from, to]): [string, string] => [from < start ? start : from, to > end ? end : to])
    .filter(([from, to]) => from < to)
}

/** Lists the artists that a member follows, then the member's fans, latest first. */
export async function listFollowsAndFans(db: Db, viewer: Viewer): Promise<Person[]> {
  const [followed, followers] = await db.batch([
    db
      .select(personColumns)
      .from(fans)
      .innerJoin(users, eq(users.id, fans.userId))
      .where(eq(fans.fanId, viewer.id))
      .orderBy(desc(fans.createdAt), desc(fans.userId))
      .limit(FOLLOWS_MAX),
    db
      .select(personColumns)
      .from(fans)
      .innerJoin(users, eq(users.id, fans.fanId))
      .where(eq(fans.userId, viewer.id))
      .orderBy(desc(fans.createdAt), desc(fans.fanId))
      .limit(FOLLOWS_MAX),
  ])
  return [...new Map([...followed, ...followers].map((row) => [row.id, personOf(row)])).values()]
}
