import { sql } from 'drizzle-orm'
import { DELETED_MEMBER } from '../../../contract/deleted-member.ts'
import type { CaseEvidence } from '../../../contract/http/cases.ts'
import { sweepPositions } from '../../domain/uploads/schema.ts'
import { rowsOf } from '../../domain/users/row-steps.ts'
import { type Db, statement } from '../../lib/database.ts'
import { type EraseStep, eraseRows } from './erase-step.ts'

const EMPTY_PROFILE = JSON.stringify({
  nickname: DELETED_MEMBER,
  about: '',
  website: '',
  avatarKey: null,
  coverKey: null,
} satisfies CaseEvidence['profile'])

/** Bans stay, because later bans count them. Their texts are deleted. */
const emptyBans = eraseRows({
  name: 'empty bans',
  references: ['bans.user_id'],
  statements: ({ userId }) => [
    sql`UPDATE bans SET reason = '', staff_notes = '' WHERE user_id = ${userId} AND (reason <> '' OR staff_notes <> '')
      RETURNING 1`,
  ],
})

/** Cases of the member's things stay, without the member's name. Of a reported profile nothing else is kept. */
const renameInCases = eraseRows({
  name: 'rename in cases',
  references: [],
  statements: ({ userId }) => {
    const rows = rowsOf('cases', 'user_id', userId, sql`nickname <> ${DELETED_MEMBER}`)
    return [
      sql`UPDATE cases SET nickname = ${DELETED_MEMBER},
          summary = iif(kind = 'profile', ${DELETED_MEMBER}, summary),
          evidence = iif(kind = 'profile' AND evidence <> 'null', ${EMPTY_PROFILE}, evidence)
        WHERE rowid IN (${rows}) RETURNING 1`,
    ]
  },
})

/** Empties the texts of entries about the member. A trigger allows no other change of the log. */
const emptyLog = eraseRows({
  name: 'empty the log',
  references: ['audit_log.user_id'],
  statements: ({ userIds }) =>
    userIds.map((id) => {
      const rows = rowsOf('audit_log', 'user_id', id, sql`(reason <> '' OR changes <> '{}')`)
      return sql`UPDATE audit_log SET reason = '', changes = '{}' WHERE rowid IN (${rows}) RETURNING 1`
    }),
})

/** Entries of the log that one run reads. */
const ENTRIES_AT_ONCE = 1000
/** The name under which the position stores the last entry that was read. */
const LAST_READ = 'staff log'

/**
 * Empties the texts of entries that staff wrote about members after the deletion of their accounts. Reads each entry
 * once, in the order of their ids; the next run continues.
 */
export async function emptyLaterEntries(db: Db): Promise<void> {
  const [place] = await db.all<{ position: number; lastId: number }>(
    sql`SELECT coalesce((SELECT CAST(position AS INTEGER) FROM sweep_positions WHERE name = ${LAST_READ}), 0) AS position,
      coalesce((SELECT max(id) FROM audit_log), 0) AS lastId`,
  )
  if (!place || place.position >= place.lastId) return
  const end = Math.min(place.position + ENTRIES_AT_ONCE, place.lastId)
  const position = String(end)
  await db.batch([
    statement(
      db,
      sql`UPDATE audit_log SET reason = '', changes = '{}' WHERE id > ${place.position} AND id <= ${end}
        AND (reason <> '' OR changes <> '{}')
        AND EXISTS (SELECT 1 FROM users WHERE users.id = audit_log.user_id AND deleted_at IS NOT NULL)`,
    ),
    db
      .insert(sweepPositions)
      .values({ name: LAST_READ, position })
      .onConflictDoUpdate({ target: sweepPositions.name, set: { position } }),
  ])
}

/** Blocked pictures stay blocked, also those of sketches that the member deleted. Only the log names their artist. */
const emptyBlockedPictures = eraseRows({
  name: 'empty blocked pictures',
  references: [],
  statements: ({ userIds }) =>
    userIds.map(
      (id) => sql`UPDATE blocked_pictures SET title = '', thumbhash = '', reason = ''
        WHERE (title <> '' OR thumbhash <> '' OR reason <> '') AND sketch_id IN (SELECT target_id FROM audit_log
          WHERE user_id = ${id} AND action = 'picture_block' AND target_type = 'sketch') RETURNING 1`,
    ),
})

/** Steps that remove the member from what staff wrote: the records stay without texts and names. */
export const STAFF_RECORD_STEPS: readonly EraseStep[] = [emptyBans, renameInCases, emptyBlockedPictures, emptyLog]
