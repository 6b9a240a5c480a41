import { and, eq, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { AppealOutcome, CaseAction, CaseKind } from '../../../contract/cases.ts'
import type { CompoNotice, GroupRoleNotice, NotificationCategory } from '../../../contract/http/notifications.ts'
import type { Rule } from '../../../contract/rules.ts'
import type { StoreItemId } from '../../../contract/store.ts'
import type { Db } from '../../lib/database.ts'
import { awardCategories, awardNominations } from '../awards/schema.ts'
import { appeals, caseDecisions, cases } from '../cases/schema.ts'
import { challenges } from '../challenges/schema.ts'
import { isOfShownGroup, streamIdOfRoom } from '../chat/rooms.ts'
import { chatRooms } from '../chat/schema.ts'
import { compos } from '../compos/schema.ts'
import { forumPosts, forumTopics } from '../forum/schema.ts'
import { groupRequests } from '../group-requests/schema.ts'
import { groupFeatureRequests, groups } from '../groups/schema.ts'
import { isGroupShown } from '../groups/visibility.ts'
import { sketches } from '../sketches/schema.ts'
import { type AccessFields, accessColumns, blockedColumn, sketchAccess } from '../sketches/visibility.ts'
import { storeOrders } from '../store/schema.ts'
import { streams } from '../streams/schema.ts'
import { streamAccess } from '../streams/visibility.ts'
import { personColumns } from '../users/list-items.ts'
import { users } from '../users/schema.ts'
import type { Viewer } from '../users/viewer.ts'
import { notifications } from './schema.ts'

const owners = alias(users, 'owners')

type GroupFeatureState = Exclude<(typeof groupFeatureRequests.$inferSelect)['state'], 'held'>

type SketchColumns = {
  title: string | null
  imageKey: string | null
  sketchOwnerId: number | null
  mature: boolean | null
  unlisted: boolean | null
  linkKey: string | null
  notificationBeforeLink: number | null
  violation: AccessFields['violation']
  blocked: boolean
}

export type StaffColumns = {
  caseId: number | null
  caseKind: CaseKind | null
  /** JSON, for the author only. */
  caseName: string | null
  /** True if the member is the author of the thing. */
  isAuthor: boolean
  caseAction: CaseAction | null
  caseRule: Rule | null
  caseReason: string | null
  undoneAt: number | null
  appealBanId: number | null
  appealOutcome: AppealOutcome | null
  appealReason: string | null
}

export type NotificationRow = SketchColumns &
  StaffColumns & {
    id: number
    category: NotificationCategory
    count: number
    commentId: number | null
    excerpt: string | null
    noteId: number | null
    awardYear: number | null
    awardCategory: string | null
    chatLine: number | null
    channel: string | null
    postNumber: number | null
    topicId: number | null
    topicTitle: string | null
    storeOrderId: number | null
    /** Null once the gift was taken back. */
    giftItem: StoreItemId | null
    groupId: number | null
    groupSlug: string | null
    groupTitle: string | null
    groupRole: GroupRoleNotice | null
    groupRequest: string | null
    compoId: number | null
    compoKey: string | null
    compoTitle: string | null
    compoNotice: CompoNotice | null
    decision: 'pending' | 'approved' | 'rejected' | null
    challengeId: number | null
    challengeTitle: string | null
    streamId: number | null
    streamTitle: string | null
    streamOwnerId: number | null
    streamMature: boolean | null
    streamReplayMature: boolean | null
    streamBlocked: boolean
    isReply: boolean
    at: number
    readAt: number | null
    ownerId: number
    actor: { id: number | null; nickname: string | null; avatarKey: string | null }
    actorBlocked: boolean
    ownerNickname: string | null
    sketchId: number | null
    muted: boolean
  }

/** The challenge that began in the group on the day of the notice. */
const challengeOfGroup = sql`iif(${notifications.category} = 'challenges', (SELECT begun.id FROM challenges AS begun
  WHERE begun.group_id = ${notifications.groupId} AND begun.day = ${notifications.occurredAt} / 86400000), NULL)`

/** A gift that was taken back is not shown. */
const isKeptGift = and(eq(storeOrders.id, notifications.storeOrderId), eq(storeOrders.state, 'paid'))

/** Selects notifications of a member, also those that they may not see (`isNotificationShown`). */
export function selectNotifications(db: Db, member: Viewer, where: SQL | undefined) {
  const { userId: sketchOwnerId, ...access } = accessColumns({ viewer: member })
  return db
    .select({
      id: notifications.id,
      category: notifications.category,
      count: notifications.actorsCount,
      commentId: notifications.commentId,
      excerpt: notifications.excerpt,
      noteId: notifications.noteId,
      chatLine: notifications.chatLineNumber,
      channel: chatRooms.channel,
      challengeId: sql<number | null>`${challenges.id}`.as('challenge_number'),
      challengeTitle: sql<string | null>`${challenges.title}`.as('challenge_title'),
      streamId: notifications.streamId,
      streamTitle: sql<string | null>`${streams.title}`.as('stream_title'),
      streamOwnerId: sql<number | null>`${streams.userId}`.as('stream_owner_id'),
      streamMature: sql`${streams.mature}`.mapWith(Boolean).as('stream_mature'),
      streamReplayMature: sql`${streams.replayMature}`.mapWith(Boolean).as('stream_replay_mature'),
      streamBlocked: sql`${blockedColumn(member, streams.userId).getSQL()}`.mapWith(Boolean).as('stream_blocked'),
      postNumber: sql<number | null>`${forumPosts.number}`.as('post_number'),
      topicId: sql<number | null>`${forumTopics.id}`.as('topic_id'),
      topicTitle: sql<string | null>`${forumTopics.title}`.as('topic_title'),
      awardYear: sql<number | null>`${awardCategories.year}`.as('award_year'),
      awardCategory: sql<string | null>`${awardCategories.title}`.as('award_category'),
      storeOrderId: notifications.storeOrderId,
      giftItem: sql<StoreItemId | null>`${storeOrders.item}`.as('gift_item'),
      groupId: notifications.groupId,
      groupSlug: sql<string | null>`${groups.slug}`.as('group_slug'),
      groupTitle: sql<string | null>`${groups.title}`.as('group_title'),
      groupRole: notifications.groupRole,
      compoId: notifications.compoId,
      compoKey: sql<string | null>`${compos.key}`.as('compo_key'),
      compoTitle: sql<string | null>`${compos.title}`.as('compo_title'),
      compoNotice: notifications.compoNotice,
      groupRequest: sql<string | null>`${groupRequests.title}`.as('group_request'),
      decision: sql<GroupFeatureState | null>`coalesce(${groupFeatureRequests.state},
        iif(${groupRequests.state} = 'deleted', 'rejected', ${groupRequests.state}))`.as('decision'),
      isReply: notifications.isReply,
      at: notifications.occurredAt,
      readAt: notifications.readAt,
      ownerId: notifications.pageOwnerId,
      actor: {
        id: sql<number | null>`${personColumns.id}`.as('actor_id'),
        nickname: sql<string | null>`${users.nickname}`.as('actor_nickname'),
        avatarKey: sql<string | null>`${users.avatarKey}`.as('actor_avatar_key'),
      },
      actorBlocked: sql`${blockedColumn(member, notifications.actorId).getSQL()}`.mapWith(Boolean).as('actor_blocked'),
      ownerNickname: sql<string | null>`${owners.nickname}`.as('owner_nickname'),
      sketchId: sql<number | null>`${sketches.id}`.as('sketch_id'),
      title: sketches.title,
      imageKey: sketches.imageKey,
      linkKey: sketches.linkKey,
      notificationBeforeLink: sketches.notificationBeforeLink,
      sketchOwnerId,
      ...access,
      muted: isMuted(member).mapWith(Boolean).as('muted'),
      ...staffColumns(member),
    })
    .from(notifications)
    .leftJoin(
      users,
      // An index look-up by null reads no row.
      sql`${users.id} = iif(${notifications.category} IN ('moderation', 'compos', 'challenges')
          OR ${notifications.awardNominationId} IS NOT NULL, NULL, ${notifications.actorId})`,
    )
    .leftJoin(awardNominations, eq(awardNominations.id, notifications.awardNominationId))
    .leftJoin(awardCategories, eq(awardCategories.id, awardNominations.categoryId))
    .leftJoin(storeOrders, isKeptGift)
    .leftJoin(appeals, eq(appeals.id, notifications.appealId))
    .leftJoin(cases, sql`${cases.id} = coalesce(${notifications.caseId}, ${appeals.caseId})`)
    .leftJoin(caseDecisions, eq(caseDecisions.caseId, notifications.caseId))
    .leftJoin(sketches, eq(sketches.id, notifications.sketchId))
    .leftJoin(chatRooms, and(eq(chatRooms.id, notifications.chatRoomId), isOfShownGroup(member)))
    .leftJoin(forumPosts, eq(forumPosts.id, notifications.forumPostId))
    .leftJoin(forumTopics, and(eq(forumTopics.id, forumPosts.topicId), ne(forumTopics.state, 'removed')))
    .leftJoin(challenges, sql`${challenges.id} = coalesce(${notifications.challengeId}, ${challengeOfGroup})`)
    .leftJoin(groups, and(eq(groups.id, notifications.groupId), isGroupShown(member)))
    .leftJoin(compos, eq(compos.id, notifications.compoId))
    .leftJoin(groupRequests, eq(groupRequests.id, notifications.groupRequestId))
    .leftJoin(groupFeatureRequests, eq(groupFeatureRequests.id, notifications.groupFeatureId))
    .leftJoin(streams, sql`${streams.id} = coalesce(${notifications.streamId}, ${streamIdOfRoom})`)
    .leftJoin(
      owners,
      // A separate condition would read the owner of every row.
      sql`${owners.id} = iif(${notifications.sketchId} IS NULL AND ${notifications.groupId} IS NULL AND ${notifications.compoId} IS NULL AND ${notifications.pageOwnerId} <> ${member.id}, ${notifications.pageOwnerId}, NULL)`,
    )
    .where(and(eq(notifications.userId, member.id), where))
}

/** Columns of a decision on a case, or of an answer to an appeal. */
function staffColumns(member: Viewer) {
  const name = <T>(value: SQLWrapper, alias: string) => sql<T | null>`${value}`.as(alias)
  return {
    caseId: name<number>(cases.id, 'of_case_id'),
    caseKind: name<CaseKind>(cases.kind, 'case_kind'),
    // Only its author reads the title of a thing.
    caseName: sql<string | null>`iif(${cases.userId} IS ${member.id}, ${cases.name}, NULL)`.as('case_name'),
    isAuthor: sql`${cases.userId} IS ${member.id}`.mapWith(Boolean).as('is_author'),
    caseAction: name<CaseAction>(caseDecisions.action, 'case_action'),
    caseRule: name<Rule>(caseDecisions.rule, 'case_rule'),
    caseReason: name<string>(caseDecisions.reason, 'case_reason'),
    undoneAt: name<number>(caseDecisions.undoneAt, 'undone_at'),
    appealBanId: name<number>(appeals.banId, 'appeal_ban_id'),
    appealOutcome: name<AppealOutcome>(appeals.outcome, 'appeal_outcome'),
    appealReason: name<string>(appeals.reason, 'appeal_reason'),
  }
}

/**
 * The page that the member may have muted: the sketch of the notification, or the group, compo or profile of its
 * comment.
 */
function isMuted(member: Viewer): SQL {
  const isMutedTarget = (type: string, id: SQL) => sql`EXISTS (SELECT 1 FROM muted_threads
    WHERE user_id = ${member.id} AND target_type = ${type} AND target_id = ${id})`
  return sql`CASE WHEN notifications.sketch_id IS NOT NULL THEN ${isMutedTarget('sketch', sql`notifications.sketch_id`)}
    WHEN notifications.group_id IS NOT NULL THEN ${isMutedTarget('group', sql`notifications.group_id`)}
    WHEN notifications.compo_id IS NOT NULL THEN ${isMutedTarget('compo', sql`notifications.compo_id`)}
    WHEN notifications.comment_id IS NOT NULL THEN ${isMutedTarget('profile', sql`notifications.page_owner_id`)}
    ELSE 0 END`
}

/** Staff see no more than other members, because they are not notified of sketches that only staff see. */
const maySeeSketchOf = (row: SketchColumns, userId: number, viewer: Viewer) =>
  sketchAccess(
    { ...viewer, flags: '' },
    {
      userId,
      mature: row.mature ?? false,
      unlisted: row.unlisted ?? false,
      // Members may have been notified of an unlisted sketch only if they opened it, or somebody with the link named
      // them.
      linked: true,
      violation: row.violation,
      blocked: row.blocked,
    },
  ).maySee

function maySeeStreamOf(row: NotificationRow, viewer: Viewer): boolean {
  const { streamOwnerId: userId, streamBlocked: blocked } = row
  const [mature, replayMature] = [row.streamMature ?? false, row.streamReplayMature ?? false]
  return userId === null || streamAccess(viewer, { userId, mature, replayMature, blocked }).maySee
}

/**
 * True unless the member may not see the notification: because of a block, the visibility of the sketch, stream, topic
 * or group, or because the gift or challenge no longer exists.
 */
export function isNotificationShown(row: NotificationRow, viewer: Viewer): boolean {
  return (
    (!row.actorBlocked || row.decision !== null) &&
    maySeeStreamOf(row, viewer) &&
    (row.postNumber === null || row.topicId !== null) &&
    (row.storeOrderId === null || row.giftItem !== null) &&
    (row.groupId === null || row.groupSlug !== null) &&
    (row.chatLine === null || row.channel !== null) &&
    (row.category !== 'challenges' || row.challengeId !== null || isDeclinedIdea(row)) &&
    (row.sketchOwnerId === null || maySeeSketchOf(row, row.sketchOwnerId, viewer)) &&
    !wouldShowNewLink(row, viewer)
  )
}

/** True for members who were notified of the sketch before it got its link, except its artist. */
const wouldShowNewLink = (row: NotificationRow, viewer: Viewer): boolean =>
  row.linkKey !== null && row.sketchOwnerId !== viewer.id && row.id <= (row.notificationBeforeLink ?? 0)

/** A challenge that began has no excerpt. */
export const isDeclinedIdea = ({ category, challengeId, groupId, excerpt }: NotificationRow): boolean =>
  category === 'challenges' && challengeId === null && groupId === null && excerpt !== null
