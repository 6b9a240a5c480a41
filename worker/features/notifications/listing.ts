import type { NoticeOfStaff, NotificationItem } from '../../../contract/http/notifications.ts'
import { reasonText } from '../../../contract/rules.ts'
import { displayTitle } from '../../../contract/text.ts'
import { toWireTime } from '../../../contract/time.ts'
import { isDeclinedIdea, type NotificationRow, type StaffColumns } from '../../domain/notifications/shown.ts'
import { personOf } from '../../domain/users/list-items.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { imageBase } from '../../lib/image-base.ts'

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
