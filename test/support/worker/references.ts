import { env } from 'cloudflare:workers'
import type { Person } from './people.ts'

export type Reference = { name: string; column: string }

/** Every column with the id of a member: by foreign key, or by its name. */
export async function listReferences(): Promise<Reference[]> {
  const { results } = await env.DB.prepare(
    `SELECT DISTINCT tables.name, columns.name AS "column"
      FROM pragma_table_list AS tables JOIN pragma_table_info(tables.name) AS columns
      LEFT JOIN pragma_foreign_key_list(tables.name) AS keys ON keys."from" = columns.name
      WHERE tables.schema = 'main' AND tables.type = 'table' AND tables.name NOT LIKE '%_cf_%'
        AND (keys."table" = 'users' OR substr(columns.name, -7) = 'user_id')`,
  ).all<Reference>()
  return results
}

export const referenceName = ({ name, column }: Reference) => `${name}.${column}`

/** Finds which of the named references (`table.column`) have a row that refers to the member. */
export async function referencesTo({ id }: Person, names: readonly string[]): Promise<string[]> {
  const wanted = (await listReferences()).filter((reference) => names.includes(referenceName(reference)))
  const replies = await env.DB.batch(
    wanted.map(({ name, column }) => env.DB.prepare(`SELECT 1 FROM ${name} WHERE ${column} = ? LIMIT 1`).bind(id)),
  )
  return wanted.filter((_, index) => replies[index]?.results.length).map(referenceName)
}

/** The counts of a member that differ from the rows that they count. */
export function wrongCountsOf({ id }: Person): Promise<Record<string, number> | null> {
  return env.DB.prepare(
    `SELECT * FROM (SELECT
      hearts_available - (SELECT coalesce(sum(amount), 0) FROM ledger WHERE user_id = ?1 AND unit = 'heart') AS hearts,
      glops - (SELECT coalesce(sum(amount), 0) FROM ledger WHERE user_id = ?1 AND unit = 'glop') AS glops,
      fans_count - (SELECT count(*) FROM fans WHERE user_id = ?1) AS fans,
      note_fans_count - (SELECT count(*) FROM fans WHERE user_id = ?1 AND notify_notes = 1) AS note_fans,
      sketches_count - (SELECT count(*) FROM sketches WHERE user_id = ?1 AND unlisted = 0 AND violation IS NULL) AS sketches,
      sketches_for_all_count - (SELECT count(*) FROM sketches WHERE user_id = ?1 AND listed_for_all = 1) AS for_all,
      hearts_received - (SELECT coalesce(sum(hearts_count), 0) FROM sketches WHERE user_id = ?1) AS received,
      stored_bytes - (SELECT coalesce(sum(bytes + attached_bytes), 0) FROM sketches WHERE user_id = ?1)
        - (SELECT coalesce(sum(recording_bytes), 0) FROM streams WHERE user_id = ?1) AS stored,
      png_bytes - (SELECT coalesce(sum(bytes), 0) FROM sketches WHERE user_id = ?1 AND content_type = 'image/png') AS png,
      jpg_bytes - (SELECT coalesce(sum(bytes), 0) FROM sketches WHERE user_id = ?1 AND content_type <> 'image/png') AS jpg,
      likes_received - (SELECT coalesce(sum(likes_count), 0) FROM sketches WHERE user_id = ?1) AS likes,
      sketch_comments_count - (SELECT coalesce(sum(comments_count), 0) FROM sketches WHERE user_id = ?1) AS on_sketches,
      comments_count - (SELECT count(*) FROM comments WHERE target_type = 'profile' AND target_id = ?1) AS comments,
      unread_notifications_count - (SELECT count(*) FROM notifications WHERE user_id = ?1 AND read_at IS NULL) AS unread
      FROM users WHERE id = ?1)
    WHERE hearts OR glops OR fans OR note_fans OR sketches OR for_all OR received OR stored OR png OR jpg OR likes
      OR on_sketches OR comments OR unread`,
  )
    .bind(id)
    .first<Record<string, number>>()
}

/** Every text of the database that contains one of some texts, as `table.column: text`. */
export async function textsWith(needles: readonly string[]): Promise<string[]> {
  const { results: columns } = await env.DB.prepare(
    `SELECT tables.name, columns.name AS "column" FROM pragma_table_list AS tables
      JOIN pragma_table_info(tables.name) AS columns
      WHERE tables.schema = 'main' AND tables.type = 'table' AND tables.name NOT LIKE '%_cf_%'
        AND upper(columns.type) IN ('TEXT', 'BLOB', '')`,
  ).all<Reference>()
  const replies = await env.DB.batch<{ text: string }>(
    columns.flatMap(({ name, column }) =>
      needles.map((needle) =>
        env.DB.prepare(
          `SELECT '${name}.${column}: ' || substr("${column}", 1, 200) AS text FROM "${name}"
            WHERE instr(lower("${column}"), lower(?)) > 0`,
        ).bind(needle),
      ),
    ),
  )
  return replies.flatMap(({ results }) => results.map(({ text }) => text))
}
