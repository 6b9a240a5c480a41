import type { AppealOutcome, CaseAction, CaseKind } from '../../../contract/cases.ts'
import type {
  CompoNotice,
  GroupRoleNotice,
  NoticeOfStaff,
  NotificationCategory,
  NotificationItem,
} from '../../../contract/http/notifications.ts'
import { type Rule, reasonText } from '../../../contract/rules.ts'
import type { StoreItemId } from '../../../contract/store.ts'
import { displayTitle } from '../../../contract/text.ts'
import { toWireTime } from '../../../contract/time.ts'
import { type AccessFields, sketchAccess } from '../../domain/sketches/visibility.ts'
import { streamAccess } from '../../domain/streams/visibility.ts'
import { personOf } from '../../domain/users/list-items.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { imageBase } from '../../lib/image-base.ts'

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

type StaffColumns = {
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

type NotificationRow = SketchColumns &
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
const isDeclinedIdea = ({ category, challengeId, groupId, excerpt }: NotificationRow): boolean =>
  category === 'challenges' && challengeId === null && groupId === null && excerpt !== null

export function notificationOf(row: NotificationRow, viewer: Viewer): NotificationItem {
  return {
    id: row.id,
    category: row.category,
    actor: actorOf(row.actor),
    count: row.count,
    sketch:
      row.sketchId === null
        ? null
        : {
            id: row.sketchId,
            linkKey: row.linkKey,
            title: displayTitle(row.title),
            imageUrl: row.imageKey && imageBase(row.imageKey),
          },
    profile: profileOf(row, viewer),
    group: groupOf(row),
    compo: compoOf(row),
    compoNotice: row.compoNotice,
    decision: decisionOf(row),
    groupRequest: row.groupRequest,
    groupRole: row.groupRole,
    comment: row.commentId === null ? null : { id: row.commentId, excerpt: row.excerpt ?? '' },
    chat:
      row.channel === null || row.chatLine === null
        ? null
        : { channel: row.channel, title: row.streamTitle, line: row.chatLine, excerpt: row.excerpt ?? '' },
    offeredRoom: row.chatLine === null ? row.channel : null,
    topic:
      row.topicId === null || row.postNumber === null
        ? null
        : { id: row.topicId, title: row.topicTitle ?? '', post: row.postNumber, excerpt: row.excerpt ?? '' },
    stream: row.streamId === null ? null : { id: row.streamId, title: row.streamTitle ?? '' },
    challenge: row.challengeId === null ? null : { id: row.challengeId, title: row.challengeTitle ?? '' },
    declinedIdea: isDeclinedIdea(row) ? row.excerpt : null,
    note: row.noteId === null ? null : { excerpt: row.excerpt ?? '' },
    award: row.awardYear === null ? null : { year: row.awardYear, category: row.awardCategory ?? '' },
    gift: row.giftItem === null ? null : { item: row.giftItem, message: row.excerpt ?? '' },
    staff: row.category === 'moderation' ? noticeOfStaff(row) : null,
    isReply: row.isReply,
    date: toWireTime(row.at),
    read: row.readAt !== null,
    muted: row.muted,
  }
}

const actorOf = ({ id, nickname, avatarKey }: NotificationRow['actor']): NotificationItem['actor'] =>
  id === null ? null : personOf({ id, nickname: nickname ?? '', avatarKey })

/**
 * The decision as a reporter sees it, which is only whether staff acted, or as the author sees it: the act, the rule
 * and the reason.
 */
function noticeOfStaff(row: StaffColumns): NoticeOfStaff {
  const { caseAction: action, undoneAt, appealOutcome: outcome } = row
  const isOfAuthor = row.isAuthor && outcome === null
  return {
    of: row.caseId === null ? 'ban' : 'case',
    id: row.caseId ?? row.appealBanId ?? 0,
    kind: row.caseKind,
    title: row.caseName ?? '',
    acted: isOfAuthor || action === null ? null : action !== 'none',
    action: isOfAuthor ? action : null,
    reason: outcome ? (row.appealReason ?? '') : isOfAuthor ? reasonText(row.caseRule, row.caseReason ?? '') : '',
    undone: undoneAt !== null,
    outcome,
  }
}

function groupOf({ groupId, groupSlug, groupTitle }: NotificationRow): NotificationItem['group'] {
  return groupId === null || groupSlug === null ? null : { id: groupSlug, title: groupTitle ?? '', discussion: groupId }
}

function compoOf({ compoId, compoKey, compoTitle }: NotificationRow): NotificationItem['compo'] {
  return compoId === null || compoKey === null ? null : { id: compoKey, title: compoTitle ?? '', compoId }
}

function decisionOf({ decision, excerpt }: NotificationRow): NotificationItem['decision'] {
  return decision === null || decision === 'pending' ? null : { state: decision, message: excerpt ?? '' }
}

/**
 * The page of a comment: a profile, if the comment is neither on a sketch nor in the discussion of a group or compo.
 */
function profileOf(
  { sketchId, groupId, compoId, commentId, ownerId, ownerNickname }: NotificationRow,
  viewer: Viewer,
): NotificationItem['profile'] {
  if (sketchId !== null || groupId !== null || compoId !== null || commentId === null) return null
  return { id: ownerId, nickname: ownerId === viewer.id ? viewer.nickname : (ownerNickname ?? '') }
}
