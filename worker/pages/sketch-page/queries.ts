import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { compoState } from '../../../contract/compo-state.ts'
import type { ShownSketch, SketchPageReply } from '../../../contract/http/sketch-page.ts'
import { type Rating, sketchMark } from '../../../contract/http/sketches.ts'
import { toWireTime } from '../../../contract/time.ts'
import { nominationsYear, winsOfSketch, wonAwardsOf } from '../../domain/awards/wins.ts'
import { isMarkByStaff } from '../../domain/cases/in-force.ts'
import { challengeEntries, challenges } from '../../domain/challenges/schema.ts'
import { compoEntries, compos } from '../../domain/compos/schema.ts'
import { isGroupShown } from '../../domain/groups/visibility.ts'
import { starsAvailableColumn } from '../../domain/ledger/stars.ts'
import { itemColumns, sketchItemOf, sketchThumbOf } from '../../domain/sketches/list-items.ts'
import { tagsColumn } from '../../domain/sketches/queries.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import {
  blockedColumn,
  linkedColumn,
  mayBeFeatured,
  type Reader,
  sketchAccess,
  unblockedId,
} from '../../domain/sketches/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import { isStaff, mayFeature, type Viewer } from '../../domain/users/viewer.ts'
import { replayOf, selectReplay } from '../../features/streams/replay-of.ts'
import type { Db } from '../../lib/database.ts'
import { parseStrings } from '../../lib/json.ts'
import { attachmentsOf, selectFiles } from './attachments.ts'
import { repostOf, selectRepost } from './repost.ts'
import { selectMoreByArtist, selectParent, selectSimilar, selectWips } from './strips.ts'

export async function findSketchPage(
  db: Db,
  reader: Reader,
  { id, now }: { id: number; now: number },
): Promise<SketchPageReply | null> {
  const { viewer } = reader
  const [[row], files, [replay], [repost], parents, wips, more, similar] = await db.batch([
    selectPage(db, reader, { id, now }),
    selectFiles(db, id),
    selectReplay(db, reader, id),
    selectRepost(db, reader, id),
    selectParent(db, viewer, id),
    selectWips(db, viewer, id),
    selectMoreByArtist(db, viewer, id),
    selectSimilar(db, viewer, id),
  ])
  if (!row) return null
  const access = sketchAccess(viewer, { ...row.item, ...row })
  if (!access.maySee) return access.notice === 'missing' ? null : { hidden: true, id, notice: access.notice }
  return {
    hidden: false,
    notice: access.notice,
    ...factsOf(row),
    ...compoOf(row, now),
    compoInvite: row.compoInvite === null ? null : compoName.parse(JSON.parse(row.compoInvite)),
    ...rightsOf(viewer, row),
    ...attachmentsOf(viewer, row.item, files),
    replay: replayOf(viewer, replay),
    repost: repostOf(viewer, repost),
    parent: parents.map(sketchThumbOf)[0] ?? null,
    wips: wips.map(sketchThumbOf),
    more: more.map(sketchThumbOf),
    similar: similar.map(sketchThumbOf),
  }
}

type PageRow = Awaited<ReturnType<typeof selectPage>>[number]

function factsOf(row: PageRow) {
  const {
    item,
    linkKey,
    description,
    madeWithAi,
    aiByStaff,
    decisionCase,
    device,
    coOpId,
    challengeId,
    challengeTitle,
  } = row
  const { creatorGlops, heartsReceived, viewCount, featuredAt, featuredBy, featuredByName } = row
  const { userHeart, userRating, isFanOf } = row
  return {
    ...sketchItemOf(item),
    ...{ linkKey, description, madeWithAi, aiByStaff, decisionCase, device, coOpId, challengeId, challengeTitle },
    ...{ creatorGlops, heartsReceived, viewCount, featuredBy, featuredByName, userHeart, userRating, isFanOf },
    deletionDate: row.deletesAt === null ? null : toWireTime(row.deletesAt),
    tags: parseStrings(row.tags),
    groups: parseGroups(row.groups),
    awardCategories: wonAwardsOf(row.awards),
    nominationsYear: row.nominationsYear,
    rateRules: item.likes,
    featuredDate: featuredAt === null ? null : toWireTime(featuredAt),
  } satisfies Partial<ShownSketch>
}

/** The compo of a sketch. Its place is -1 until the result [1 §3]. */
function compoOf({ compo, compoPlace }: PageRow, now: number) {
  if (!compo) return { compoKey: null, compoTitle: null, compoState: null, compoPlace: null }
  const place = compo.resultAt === null ? -1 : (compoPlace ?? -1)
  return { compoKey: compo.key, compoTitle: compo.title, compoState: compoState(compo, now), compoPlace: place }
}

const compoName = z.object({ id: z.string(), title: z.string() })
const groupNames = z.array(z.object({ id: z.string(), title: z.string() }))

function parseGroups(json: string): ShownSketch['groups'] {
  return groupNames.parse(JSON.parse(json))
}

function rightsOf(viewer: Viewer | null, { item, violation, userHeart, piggies, ...row }: PageRow) {
  const isOwner = viewer?.id === item.userId
  const byStaff = { mature: row.matureByStaff, madeWithAi: row.aiByStaff }
  const starsAvailable = mayFeature(viewer) ? row.starsAvailable : null
  return {
    ratePiggy: isStaff(viewer) ? piggies : null,
    marksByStaff: isStaff(viewer) ? sketchMark.options.filter((mark) => byStaff[mark]) : null,
    userCanHeart: viewer !== null && !isOwner && !userHeart,
    userCanDelete: isOwner || (isStaff(viewer) && violation !== 'removed'),
    userCanFeature: !isOwner && !item.featured && Boolean(starsAvailable) && mayBeFeatured({ ...item, violation }),
    starsAvailable,
  } satisfies Partial<ShownSketch>
}

/** The open compo into which a sketch is invited, as JSON; null for others than its artist and staff. */
const inviteColumn = (viewer: Viewer | null, now: number) =>
  sql<string | null>`CASE WHEN ${Number(isStaff(viewer))} OR sketches.user_id = ${viewer?.id ?? 0} THEN (
    SELECT json_object('id', invited.key, 'title', invited.title) FROM compo_invites JOIN compos AS invited ON invited.id = compo_id
    WHERE compo_invites.sketch_id = sketches.id AND invited.ends_at > ${now}) END`.as('compo_invite')

function selectPage(db: Db, reader: Reader, { id, now }: { id: number; now: number }) {
  const { viewer } = reader
  const me = viewer?.id ?? 0
  const featurer = unblockedId(viewer, sql`sketches.featured_by`)
  return db
    .select({
      item: itemColumns,
      linked: linkedColumn(reader),
      linkKey: sketches.linkKey,
      violation: sketches.violation,
      deletesAt: sketches.deletesAt,
      blocked: blockedColumn(viewer, sketches.userId),
      description: sketches.description,
      madeWithAi: sketches.madeWithAi,
      aiByStaff: sql`(made_with_ai AND ${isMarkByStaff(id, 'madeWithAi')})`.mapWith(Boolean).as('ai_by_staff'),
      matureByStaff: sql`(${isStaff(viewer)} AND mature AND ${isMarkByStaff(id, 'mature')})`
        .mapWith(Boolean)
        .as('mature_by_staff'),
      decisionCase: sql<number | null>`CASE WHEN sketches.user_id = ${me} THEN (SELECT max(case_id) FROM case_decisions
        WHERE action IN ('delete', 'violation', 'mature', 'ai') AND undone_at IS NULL AND case_id IN (
          SELECT id FROM cases WHERE kind = 'sketch' AND target = ${String(id)} AND decided_at IS NOT NULL)) END`.as(
        'decision_case',
      ),
      device: sql<string | null>`CASE WHEN ${users.showDevice} THEN ${sketches.device} END`.as('device'),
      coOpId: sketches.coopId,
      challengeId: sql<number | null>`${challenges.id}`.as('challenge_id'),
      challengeTitle: sql<string | null>`${challenges.title}`.as('challenge_title'),
      compo: {
        key: compos.key,
        title: sql<string>`${compos.title}`.as('compo_title'),
        endsAt: compos.endsAt,
        votingEndsAt: compos.votingEndsAt,
        resultAt: compos.resultAt,
      },
      compoPlace: compoEntries.place,
      compoInvite: inviteColumn(viewer, now),
      awards: winsOfSketch,
      nominationsYear: nominationsYear(now),
      groups: sql<string>`(SELECT json_group_array(json_object('id', slug, 'title', title)) FROM (
        SELECT groups.slug, groups.title FROM group_sketches CROSS JOIN groups ON groups.id = group_sketches.group_id
        WHERE group_sketches.sketch_id = sketches.id AND ${isGroupShown(viewer)} ORDER BY group_sketches.slot))`.as(
        'group_names',
      ),
      creatorGlops: users.glops,
      heartsReceived: users.heartsReceived,
      viewCount: sketches.viewsCount,
      piggies: sketches.piggiesCount,
      featuredAt: sketches.featuredAt,
      featuredBy: sql<number | null>`${featurer}`.as('featurer_id'),
      featuredByName: sql<string | null>`(SELECT nickname FROM users AS featurer WHERE featurer.id = ${featurer})`.as(
        'featurer_name',
      ),
      tags: tagsColumn,
      userHeart:
        sql`EXISTS (SELECT 1 FROM hearts WHERE hearts.sketch_id = sketches.id AND hearts.user_id = ${me})`.mapWith(
          Boolean,
        ),
      isFanOf: sql`EXISTS (SELECT 1 FROM fans WHERE fans.user_id = sketches.user_id AND fans.fan_id = ${me})`.mapWith(
        Boolean,
      ),
      userRating: sql<Rating | null>`(SELECT rating FROM ratings WHERE ratings.sketch_id = sketches.id AND ratings.user_id = ${me})`,
      starsAvailable: starsAvailableColumn(me, now),
    })
    .from(sketches)
    .innerJoin(users, eq(users.id, sketches.userId))
    .leftJoin(challengeEntries, eq(challengeEntries.sketchId, sketches.id))
    .leftJoin(challenges, eq(challenges.id, challengeEntries.challengeId))
    .leftJoin(compoEntries, eq(compoEntries.sketchId, sketches.id))
    .leftJoin(compos, eq(compos.id, compoEntries.compoId))
    .where(eq(sketches.id, id))
}
