import type {
  CompoNotice,
  GroupRoleNotice,
  NoticeOfStaff,
  NotificationCategory,
  NotificationItem,
} from '../../../contract/http/notifications.ts'
import { giftName } from '../../../contract/store.ts'
import { numberText } from '../format.ts'
import { decisionTitle, OUTCOME_SENTENCES } from './decisions.ts'

export const categoryNames: Record<NotificationCategory, string> = {
  comments: 'Comments and replies',
  hearts: 'Hearts',
  fans: 'Fans',
  features: 'Features',
  mentions: 'Mentions',
  streams: 'Live streams',
  notes: 'Notes from artists',
  compos: 'Compos you take part in, and those of your groups',
  challenges: 'Challenges you suggested, and those of your groups',
  gifts: 'Gifts from the store',
  moderation: 'Decisions by staff',
}

/** Messages of the activity page. */
export const notificationMessages = {
  nothing: 'Hearts, comments and new fans will appear here.',
  noReplies: 'Comments on your sketches, profile and groups, and replies to your comments, will appear here.',
  noTags: 'New sketches with tags you follow will appear here.',
  nothingMuted: 'Nothing muted.',
  muted: 'Muted. You won’t be notified about it.',
  unmuted: 'Unmuted. You’ll be notified about it again.',
} as const

/** A text in parts, so that titles of works can be marked. Texts of notifications end without a full stop. */
export type PartedText = readonly (string | { work: string })[]

/** Template tag that joins texts and parted texts. */
const parted = ({ raw }: TemplateStringsArray, ...values: readonly (string | PartedText)[]): PartedText =>
  raw.flatMap((text, index) => [text, values[index] ?? []].flat()).filter((part) => part !== '')

const work = (title: string): PartedText => [{ work: title }]

const compoTexts: Record<CompoNotice, (title: string, sketch?: string, group?: string) => PartedText> = {
  begun: (title, _sketch, group) => parted`New compo in ${group ?? 'one of your groups'}: ${title}`,
  voting: (title) => parted`Voting in ${title} has begun`,
  ending: (title) => parted`Less than a day left to vote in ${title}`,
  result: (title) => parted`The result of ${title} is out`,
  moved_up: (title, sketch) => parted`${sketch ? work(sketch) : 'A sketch of yours'} moved up in ${title}`,
  invite: (title, sketch) => parted`Staff invite ${sketch ? work(sketch) : 'a sketch of yours'} into ${title}`,
  entered: (title, sketch) => parted`Staff entered ${sketch ? work(sketch) : 'a sketch of yours'} in ${title} for you`,
}

const roleTexts: Record<GroupRoleNotice, (group: string) => string> = {
  owner: (group) => `made you the owner of ${group}`,
  moderator: (group) => `made you a moderator of ${group}`,
  offered: (group) => `offers to make you the owner of ${group}`,
  former_owner: (group) => `became the owner of ${group}`,
  inherited: (group) => `left, so you are now the owner of ${group}`,
}

/**
 * Sentence that follows the name of the member who acted; `me` is the id of the recipient. Notices of compos and of
 * challenges stand without a name.
 */
export function notificationText(
  {
    category,
    count,
    sketch,
    profile,
    group,
    compo,
    compoNotice,
    decision,
    groupRequest,
    groupRole,
    comment,
    ...item
  }: NotificationItem,
  me: number,
): PartedText {
  const { chat, offeredRoom, topic, stream, challenge, declinedIdea, gift, isReply } = item
  if (challenge && group) return parted`New challenge in ${group.title}: ${challenge.title}`
  if (challenge) return parted`Your idea became a daily challenge: ${challenge.title}`
  if (declinedIdea !== null) return ['Staff declined your idea for a challenge']
  if (compo && compoNotice) return compoTexts[compoNotice](compo.title, sketch?.title, group?.title)
  if (gift) return [`gave you ${giftName(gift.item)}`]
  const others = count > 1 ? `and ${numberText(count - 1)} more ` : ''
  if (groupRequest !== null && decision) {
    const deed = decision.state === 'approved' ? 'approved' : 'did not approve'
    return parted`${deed} your request for the group ${groupRequest}`
  }
  if (group && decision) {
    const deed = decision.state === 'approved' ? 'approved' : 'did not approve'
    return parted`${deed} ${sketch ? work(sketch.title) : 'a sketch'} for ${group.title}`
  }
  if (group && groupRole) return [roleTexts[groupRole](group.title)]
  const where = pageName({ sketch, profile, group, compo }, me)
  if (category === 'hearts') return parted`${others}gave a heart to ${where}`
  if (category === 'fans') return ['is now your fan']
  if (category === 'features') return parted`featured ${where}`
  if (category === 'notes') return ['wrote to their fans']
  if (stream) return parted`started a live stream: ${work(stream.title)}`
  if (chat)
    return chat.title
      ? parted`mentioned you in the chat of ${work(chat.title)}`
      : parted`mentioned you in the chat room ${chat.channel}`
  if (offeredRoom !== null) return [`offers you the chat room ${offeredRoom}`]
  if (topic) return parted`${topicDeed(category, isReply)} in the forum: ${topic.title}`
  if (category === 'mentions')
    return comment ? parted`mentioned you on ${where}` : parted`posted a sketch that looks like one of yours: ${where}`
  return isReply ? parted`replied to you on ${where}` : parted`commented on ${where}`
}

function pageName(
  { sketch, profile, group, compo }: Pick<NotificationItem, 'sketch' | 'profile' | 'group' | 'compo'>,
  me: number,
): string | PartedText {
  if (sketch) return work(sketch.title)
  const discussed = group ?? compo
  if (discussed) return `the discussion of ${discussed.title}`
  return profile?.id === me ? 'your profile' : `${profile?.nickname ?? ''}’s profile`
}

function topicDeed(category: NotificationCategory, isReply: boolean): string {
  if (category === 'mentions') return 'mentioned you'
  return isReply ? 'quoted you' : 'wrote in a topic you watch'
}

/** Sentence of a notice about an award that the member or their sketch won. */
export const awardNoticeText = ({ award, sketch }: Pick<NotificationItem, 'award' | 'sketch'>): PartedText =>
  parted`${sketch ? work(sketch.title) : 'You'} won the award ${award?.category ?? ''} ${String(award?.year ?? '')}`

/** Sentence of a notice of staff: a decision, or the answer to an appeal. */
export const staffNoticeText = (notice: NoticeOfStaff): PartedText => [
  notice.outcome ? OUTCOME_SENTENCES[notice.outcome] : decisionTitle(notice),
]
