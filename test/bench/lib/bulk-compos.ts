import { COMPO_ENTRIES_MAX } from '../../../contract/limits.ts'
import { upTo } from './bulk-numbers.ts'

/** Base number of compos with a result; the second constant adds some in proportion. */
const COMPOS = 60
const SKETCHES_PER_COMPO = 500

/** Keys of a compo that takes entries and of one with a result, each with as many entries as there may be. */
export const [OPEN_COMPO, CLOSED_COMPO] = ['bulk-open', 'bulk-closed']

/** SQL that adds compos, and entries to two of them: the first sketches, and the last. */
export function compoRows(sketches: number): string[] {
  const staff = '(SELECT min(id) FROM users)'
  const entries = Math.min(COMPO_ENTRIES_MAX, Math.floor(sketches / 3))
  const compo = (key: string, times: string, resultAt: string) =>
    `INSERT INTO compos (key, title, description, user_id, starts_at, ends_at, voting_ends_at, listed_count, listed_for_all_count,
       result_at) SELECT '${key}', 'Compo', '', ${staff}, ${times}, ${entries}, ${entries}, ${resultAt}`
  const enter = (key: string, order: string, result: string) =>
    `INSERT INTO compo_entries (compo_id, sketch_id, artist_id, entered_at, listed, listed_for_all, lot, place, fitted_place, position,
       seen_count, picks_count)
     SELECT (SELECT id FROM compos WHERE key = '${key}'), id, user_id, created_at, listed, listed_for_all, id, ${result}
     FROM (SELECT *, row_number() OVER (ORDER BY id ${order}) AS number FROM sketches ORDER BY id ${order} LIMIT ${entries})`
  return [
    `INSERT INTO compos (key, title, description, cover_sketch_id, user_id, starts_at, ends_at, voting_ends_at, result_at)
     ${upTo(COMPOS + Math.floor(sketches / SKETCHES_PER_COMPO))}
     SELECT 'bulk-' || i, 'Compo ' || i, '', (SELECT min(id) FROM sketches) + i, ${staff}, i / 10 + 1, i / 10 + 2, i / 10 + 3,
       i / 10 + 3 FROM n`,
    compo(
      OPEN_COMPO,
      'unixepoch() * 1000 - 1000, unixepoch() * 1000 + 864000000, unixepoch() * 1000 + 1728000000',
      'NULL',
    ),
    compo(CLOSED_COMPO, '1700000000000, 1700000001000, 1700000002000', '1700000002000'),
    enter(OPEN_COMPO, 'ASC', 'NULL, NULL, NULL, NULL, NULL'),
    enter(CLOSED_COMPO, 'DESC', 'number, number, number, 40, 10'),
  ]
}
