import { Award, Gavel, Target, Trophy } from 'lucide-react'
import { postPath } from '../../../contract/forum-path.ts'
import type { CompoNotice, NoticeOfStaff, NotificationItem } from '../../../contract/http/notifications.ts'
import { thumbnailPicture } from '../../../contract/image-sizes.ts'
import { withLinkKey } from '../../../contract/sketch-address.ts'
import {
  awardNoticeText,
  notificationMessages,
  notificationText,
  type PartedText,
  staffNoticeText,
} from '../../lib/messages/notifications.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { AvatarLink } from '../../ui/Avatar.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { MoreMenu } from '../../ui/Menu.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { UserText } from '../../ui/UserText.tsx'
import styles from './Notifications.module.css'
import { useMarkRead, useMute } from './queries.ts'

/**
 * Target of a notification: decision, gift, stream, challenge, chat room (also one that is offered), post of the forum,
 * comment, compo, sketch, or the member who acted.
 */
function targetPath(notification: NotificationItem): string {
  const {
    sketch,
    profile,
    group,
    compo,
    compoNotice,
    decision,
    groupRequest,
    groupRole,
    comment,
    chat,
    offeredRoom,
    topic,
    stream,
    challenge,
    award,
    gift,
    actor,
    staff,
  } = notification
  if (staff) return `/decision/${staff.of}/${staff.id}`
  if (award) return `/awards/${award.year}`
  if (gift) return '/store/purchases'
  if (stream) return `/stream/${stream.id}`
  if (challenge) return `/challenge/${challenge.id}`
  if (notification.declinedIdea !== null) return '/challenges'
  if (chat) return `/chat/${encodeURIComponent(chat.channel)}`
  if (offeredRoom !== null) return `/chat/${encodeURIComponent(offeredRoom)}`
  if (topic) return postPath(topic.id, topic.post)
  const place = comment ? `#comment-${comment.id}` : ''
  if (group && comment) return `/group/${group.id}?tab=discussion${place}`
  if (compo && compoNotice !== 'invite') {
    return compoNotice ? compoPath(compo.id, compoNotice) : `/compo/${compo.id}?tab=discussion${place}`
  }
  if (group && (groupRole || decision?.state === 'approved')) return `/group/${group.id}`
  if (groupRequest !== null) return '/groups?tab=requests'
  if (sketch) return withLinkKey(`/sketch/${sketch.id}`, sketch.linkKey) + place
  return profile ? `/user/${profile.id}/comments${place}` : `/user/${actor?.id ?? ''}`
}

/** Reminders of voting lead to the vote. */
const compoPath = (key: string, notice: CompoNotice) =>
  notice === 'voting' || notice === 'ending' ? `/compo/${key}/vote` : `/compo/${key}`

function textOf(notification: NotificationItem, me: number): PartedText {
  if (notification.staff) return staffNoticeText(notification.staff)
  return notification.award ? awardNoticeText(notification) : notificationText(notification, me)
}

/** The page of the decision has the whole reason. That of a withdrawn decision would read as that of its withdrawal. */
const quotesReason = ({ undone, outcome }: NoticeOfStaff) => outcome !== null || !undone

export function NotificationRow({ notification, me }: { notification: NotificationItem; me: number }) {
  const read = useMarkRead()
  const { id, actor, sketch, decision, challenge, compoNotice, award, note, staff } = notification
  const quoted = notification.comment ?? notification.chat ?? notification.topic
  const excerpt = quoted?.excerpt ?? (staff && quotesReason(staff) ? staff.reason : '')
  const words = note?.excerpt ?? notification.gift?.message ?? notification.declinedIdea ?? decision?.message
  const markRead = () => {
    if (!notification.read) read.mutate({ ids: [id] })
  }
  return (
    <li className={styles.notification} data-unread={!notification.read || undefined}>
      {actor ? (
        <AvatarLink userId={actor.id} nickname={actor.nickname} avatar={actor.avatar} />
      ) : (
        <Icon
          of={award ? Award : challenge || notification.declinedIdea !== null ? Target : compoNotice ? Trophy : Gavel}
          size={24}
        />
      )}
      <div className={styles.text}>
        <p>
          {!notification.read && <Hidden>Unread. </Hidden>}
          {actor && (
            <>
              <MemberLink id={actor.id} nickname={actor.nickname} className={styles.name} />{' '}
            </>
          )}
          <Link to={targetPath(notification)} className={styles.target} onClick={markRead}>
            {textOf(notification, me).map((part) =>
              typeof part === 'string' ? (
                part
              ) : (
                <i key={part.work} className={styles.work}>
                  {part.work}
                </i>
              ),
            )}
          </Link>
        </p>
        {excerpt && <p className={styles.excerpt}>{excerpt}</p>}
        {words && <UserText className={styles.words}>{words}</UserText>}
        <RelativeTime time={notification.date} />
      </div>
      {sketch?.imageUrl && (
        <Link
          to={targetPath(notification)}
          tabIndex={-1}
          aria-hidden="true"
          onClick={markRead}
          className={styles.picture}
        >
          <img {...thumbnailPicture(sketch.imageUrl, 48)} alt="" width={48} height={48} />
        </Link>
      )}
      <NotificationMenu notification={notification} onRead={markRead} />
    </li>
  )
}

/** The page whose notifications can be muted. */
function threadOf({ sketch, profile, group, compo, compoNotice, decision, groupRole }: NotificationItem) {
  if (decision || (compoNotice && compoNotice !== 'begun') || groupRole) return null
  if (sketch) return { sketch: sketch.id }
  if (group) return { group: group.discussion }
  if (compo) return { compo: compo.compoId }
  return profile && { profile: profile.id }
}

function NotificationMenu({ notification, onRead }: { notification: NotificationItem; onRead: () => void }) {
  const mute = useMute()
  const { sketch, group, compo, challenge, muted } = notification
  const thread = threadOf(notification)
  const toggle = () =>
    thread &&
    mute.mutate(
      { ...thread, muted: !muted },
      {
        onSuccess: () => toast(muted ? notificationMessages.unmuted : notificationMessages.muted),
        onError: (error) => toastFailure(error),
      },
    )
  const subject = challenge
    ? `about ${challenge.title}`
    : `from ${notification.actor?.nickname ?? compo?.title ?? (notification.award ? 'the awards' : 'staff')}`
  const threadName = sketch ? 'sketch' : group ? 'group' : compo ? 'compo' : 'profile'
  const items = [
    ...(notification.read ? [] : [{ label: 'Mark as read', onAction: onRead }]),
    ...(thread ? [{ label: muted ? `Unmute this ${threadName}` : `Mute this ${threadName}`, onAction: toggle }] : []),
  ]
  // Keeps the column of the row's grid.
  if (items.length === 0) return <span className={styles.menu} />
  return <MoreMenu label={`More actions for the notification ${subject}`} className={styles.menu} items={items} />
}
