import { and, desc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { compoState } from '../../../contract/compo-state.ts'
import type { CompoItem, CompoSketch } from '../../../contract/http/compo-item.ts'
import type { OpenCompo } from '../../../contract/http/compos.ts'
import { COMPO_ENTRIES_PER_MEMBER_MAX } from '../../../contract/limits.ts'
import { displayTitle } from '../../../contract/text.ts'
import { toWireTime } from '../../../contract/time.ts'
import type { Db } from '../../lib/database.ts'
import { imageBase } from '../../lib/image-base.ts'
import { groups } from '../groups/schema.ts'
import { isGroupShown } from '../groups/visibility.ts'
import { coverColumn, coverOf } from '../sketches/list-items.ts'
import { sketches } from '../sketches/schema.ts'
import { shownCount } from '../sketches/shown-count.ts'
import { listedFor } from '../sketches/visibility.ts'
import type { Viewer } from '../users/viewer.ts'
import { compos } from './schema.ts'

/** Columns of list items without the number of entries, from `compos` joined with their groups. */
const openColumns = (viewer: Viewer | null, now: number) => ({
  compoId: compos.id,
  key: compos.key,
  title: compos.title,
  startsAt: compos.startsAt,
  endsAt: compos.endsAt,
  votingEndsAt: compos.votingEndsAt,
  resultAt: compos.resultAt,
  canEnter: mayEnter(viewer, now).mapWith(Boolean).as('can_enter'),
  thumbnail: sql<string | null>`(SELECT ${coverColumn} FROM sketches
    WHERE ${sketches.id} = ${compos.coverSketchId} AND ${listedFor(viewer)})`.as('thumbnail'),
  groupSlug: sql<string | null>`${groups.slug}`.as('group_slug'),
  groupTitle: sql<string | null>`${groups.title}`.as('group_title'),
})

/** The number of entries that this viewer sees. */
const entriesFor = (viewer: Viewer | null) =>
  shownCount(viewer, {
    listedCount: compos.listedCount,
    listedForAllCount: compos.listedForAllCount,
    table: 'compo_entries',
    belongs: sql`compo_entries.compo_id = ${compos.id}`,
    artistIndex: 'compo_entries_slot',
  })

/**
 * The condition that the viewer may enter a sketch: the compo is open for them, and they have not reached its limit.
 */
function mayEnter(viewer: Viewer | null, now: number): SQL {
  if (!viewer) return sql`0`
  return sql`(${isOpenFor(viewer, now)} AND (SELECT count(*) FROM (SELECT 1 FROM compo_entries
    WHERE compo_entries.compo_id = ${compos.id} AND artist_id = ${viewer.id}
    LIMIT ${COMPO_ENTRIES_PER_MEMBER_MAX})) < ${compos.entriesPerMember})`
}

/** The condition that a compo takes entries now, from the members of its group or from everyone. */
export function isOpenFor(viewer: Viewer | null, now: number): SQL {
  return sql`(${compos.startsAt} <= ${now} AND ${compos.endsAt} > ${now} AND ${compos.resultAt} IS NULL
    AND (${compos.groupId} IS NULL OR EXISTS (SELECT 1 FROM group_members
      WHERE group_members.group_id = ${compos.groupId} AND group_members.user_id = ${viewer?.id ?? 0})))`
}

const groupShownTo = (viewer: Viewer | null) => and(eq(groups.id, compos.groupId), isGroupShown(viewer))

/** Selects compos for list items, without the name of a hidden group. */
export function selectCompos(db: Db, viewer: Viewer | null, now: number) {
  return db
    .select({ ...openColumns(viewer, now), entries: entriesFor(viewer).as('entries') })
    .from(compos)
    .leftJoin(groups, groupShownTo(viewer))
}

/** Selects compos for items of the list of open ones. */
export function selectOpenCompos(db: Db, viewer: Viewer | null, now: number) {
  return db.select(openColumns(viewer, now)).from(compos).leftJoin(groups, groupShownTo(viewer))
}

/** Selects the latest compos of the site. Compos of groups are listed among the events of their group. */
export function selectLatestCompos(db: Db, viewer: Viewer | null, { limit, now }: { limit: number; now: number }) {
  return selectCompos(db, viewer, now)
    .where(and(lte(compos.startsAt, now), isNull(compos.groupId)))
    .orderBy(desc(compos.startsAt), desc(compos.id))
    .limit(limit)
}

export type CompoRow = Awaited<ReturnType<typeof selectCompos>>[number]

/** A list item [1 §3]. */
export function compoItemOf(row: CompoRow, now: number): CompoItem {
  return { ...openCompoOf(row, now), entries: row.entries }
}

export function openCompoOf(row: Omit<CompoRow, 'entries'>, now: number): OpenCompo {
  return {
    id: row.key,
    title: row.title,
    thumbnail: coverOf(row.thumbnail),
    state: compoState(row, now),
    startDate: toWireTime(row.startsAt),
    endDate: toWireTime(row.endsAt),
    endVotingDate: toWireTime(row.votingEndsAt),
    canEnter: row.canEnter,
    group: row.groupSlug === null ? null : { id: row.groupSlug, title: row.groupTitle ?? '' },
  }
}

/** Columns of the sketch of an entry. They do not name the artist. */
export const compoSketchColumns = {
  id: sketches.id,
  title: sketches.title,
  altText: sketches.altText,
  imageKey: sketches.imageKey,
  thumbhash: sketches.thumbhash,
  mat: sketches.mat,
  width: sketches.width,
  height: sketches.height,
  mature: sketches.mature,
}

type SketchRow = Pick<typeof sketches.$inferSelect, keyof typeof compoSketchColumns>

export function compoSketchOf({ imageKey, altText, ...row }: SketchRow): CompoSketch {
  const title = displayTitle(row.title)
  return { ...row, title, alt: altText || title, imageUrl: imageBase(imageKey) }
}
