import { and, desc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { LeadCompo } from '../../../contract/http/compo-item.ts'
import {
  type CompoRow,
  compoItemOf,
  compoSketchColumns,
  compoSketchOf,
  isOpenFor,
  selectCompos,
} from '../../domain/compos/list-items.ts'
import { compoEntries, compos } from '../../domain/compos/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedFor, listedParts } from '../../domain/sketches/visibility.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'
import { canVoteIn, voteColumns } from './queries.ts'

/** Numbers of unfinished and of latest compos among which the lead is chosen. They limit its cost. */
const COMPOS_READ = 20
const PICTURES = 3
/** Number of first positions of a result from which the pictures are taken. */
const POSITIONS_READ = 10

/**
 * Statements that read the compo of the site that matters most to the viewer: one in which they may vote, otherwise the
 * open one whose entries close next, otherwise the one with the latest result, otherwise one in voting.
 */
export function selectLeadCompo(db: Db, viewer: Viewer | null, now: number) {
  const id = leadId(viewer, now)
  return {
    compo: selectCompos(db, viewer, now).where(sql`${compos.id} = ${id}`),
    compoVote: db.select(voteColumns(viewer, now)).from(compos).where(sql`${compos.id} = ${id}`),
    compoPictures: selectPictures(db, viewer, id),
  }
}

type Rows = Partial<{
  compo: CompoRow[]
  compoVote: Pick<LeadCompo, 'canVote' | 'hasVoted'>[]
  compoPictures: Parameters<typeof compoSketchOf>[0][]
}>

/** The lead compo from the rows of its statements: null if there is none, undefined if it was not read. */
export function leadCompoOf({ compo, compoVote, compoPictures }: Rows, now: number): LeadCompo | null | undefined {
  if (!compo || !compoVote || !compoPictures) return undefined
  const [[row], [vote]] = [compo, compoVote]
  return row && vote ? { ...compoItemOf(row, now), ...vote, pictures: compoPictures.map(compoSketchOf) } : null
}

function leadId(viewer: Viewer | null, now: number): SQL {
  const unfinished = sql`(SELECT * FROM compos INDEXED BY compos_of_site_without_result
    WHERE group_id IS NULL AND result_at IS NULL AND voting_ends_at > ${now} ORDER BY voting_ends_at LIMIT ${COMPOS_READ}) AS compos`
  const latest = sql`(SELECT * FROM compos WHERE group_id IS NULL AND starts_at <= ${now} ORDER BY starts_at DESC, id DESC LIMIT ${COMPOS_READ})`
  const canVote = canVoteIn(viewer, now)
  return sql`(SELECT coalesce(
    (SELECT id FROM ${unfinished} WHERE ${canVote} ORDER BY voting_ends_at, id LIMIT 1),
    (SELECT id FROM ${unfinished} WHERE ${isOpenFor(viewer, now)} ORDER BY ends_at, id LIMIT 1),
    (SELECT id FROM ${latest} WHERE result_at IS NOT NULL ORDER BY result_at DESC, id DESC LIMIT 1),
    (SELECT id FROM ${unfinished} WHERE ends_at <= ${now} ORDER BY voting_ends_at, id LIMIT 1)))`
}

/** The first places that the viewer may see, or the latest entries. */
function selectPictures(db: Db, viewer: Viewer | null, id: SQL) {
  const ofCompo = sql`${compoEntries.compoId} = ${id}`
  const first = db
    .select({ id: compoEntries.id })
    .from(compoEntries)
    .where(and(ofCompo, lte(compoEntries.position, POSITIONS_READ), listedFor(viewer, compoEntries)))
    .orderBy(compoEntries.position)
    .limit(PICTURES)
  const latest = listedParts(viewer, compoEntries).map((part) =>
    db
      .select({ id: compoEntries.id })
      .from(compoEntries)
      .where(and(ofCompo, part))
      .orderBy(desc(compoEntries.id))
      .limit(PICTURES),
  )
  const parts = [first, ...latest].map((query) => sql`SELECT * FROM ${query}`)
  return db
    .select(compoSketchColumns)
    .from(compoEntries)
    .innerJoin(sketches, eq(sketches.id, compoEntries.sketchId))
    .where(sql`${compoEntries.id} IN (${sql.join(parts, sql` UNION ALL `)})`)
    .orderBy(sql`${compoEntries.position} IS NULL`, compoEntries.position, desc(compoEntries.id))
    .limit(PICTURES)
}
