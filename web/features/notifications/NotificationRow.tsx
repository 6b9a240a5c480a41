import type { NotificationItem } from '../../../contract/http/notifications.ts'
import { imageSrcSet } from '../../../contract/image-sizes.ts'
import { notificationMessages, notificationText } from '../../lib/messages/notifications.ts'
import { toast, toastFailure } from '../../lib/toast.ts'
import { AvatarLink } from '../../ui/Avatar.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { Link } from '../../ui/Link.tsx'
import { MoreMenu } from '../../ui/Menu.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import styles from './Notifications.module.css'
import { useMarkRead, useMute } from './queries.ts'

/** Target of a notification: stream, chat room, sketch, comments of a profile, or the member who acted. */
function targetPath({ sketch, profile, chat, stream, actor }: NotificationItem): string {
  if (stream) return `/stream/${stream.id}`
  if (chat) return `/chat/${encodeURIComponent(chat.channel)}`
  if (sketch) return `/sketch/${sketch.id}`
  return profile ? `/user/${profile.id}/comments` : `/user/${actor.id}`
}

export function NotificationRow({ notice, me }: { notice: NotificationItem; me: number }) {
  const read = useMarkRead()
  const { id, actor, sketch } = notice
  const quoted = notice.comment ?? notice.chat
  const markRead = () => {
    if (!notice.read) read.mutate({ ids: [id] })
  }
  return (
    <li className={styles.notice} data-unread={!notice.read || undefined}>
      <AvatarLink userId={actor.id} nickname={actor.nickname} avatar={actor.avatar} />
      <div className={styles.words}>
        <p>
          {!notice.read && <Hidden>Unread. </Hidden>}
          <Link to={`/user/${actor.id}`} className={styles.name}>
            {actor.nickname}
          </Link>{' '}
          <Link to={targetPath(notice)} className={styles.target} onClick={markRead}>
            {notificationText(notice, me)}
          </Link>
        </p>
        {quoted && <p className={styles.excerpt}>{quoted.excerpt}</p>}
        <RelativeTime time={notice.date} />
      </div>
      {sketch?.imageUrl && (
        <Link to={targetPath(notice)} tabIndex={-1} aria-hidden="true" onClick={markRead} className={styles.picture}>
          <img src={`${sketch.imageUrl}/50`} srcSet={imageSrcSet(sketch.imageUrl, 50)} alt="" width={48} height={48} />
        </Link>
      )}
      <NotificationMenu notice={notice} onRead={markRead} />
    </li>
  )
}

function NotificationMenu({ notice, onRead }: { notice: NotificationItem; onRead: () => void }) {
  const mute = useMute()
  const { sketch, profile, muted } = notice
  const thread = sketch ? { sketch: sketch.id } : profile && { profile: profile.id }
  const toggle = () =>
    thread &&
    mute.mutate(
      { ...thread, muted: !muted },
      {
        onSuccess: () => toast(muted ? notificationMessages.unmuted : notificationMessages.muted),
        onError: (error) => toastFailure(error),
      },
    )
  const what = sketch ? 'sketch' : 'profile'
  const items = [
    ...(notice.read ? [] : [{ label: 'Mark as read', onAction: onRead }]),
    ...(thread ? [{ label: muted ? `Unmute this ${what}` : `Mute this ${what}`, onAction: toggle }] : []),
  ]
  // Keeps the column of the row's grid.
  if (items.length === 0) return <span className={styles.menu} />
  return (
    <MoreMenu
      label={`More actions for the notification from ${notice.actor.nickname}`}
      className={styles.menu}
      items={items}
    />
  )
}
