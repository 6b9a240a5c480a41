import type { MessagePost } from '../../../contract/http/messages.ts'
import { AvatarLink } from '../../ui/Avatar.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { AttachedSketch } from './AttachedSketch.tsx'
import styles from './PostRow.module.css'

/** A post of a thread with its attached sketch. */
export function PostRow({ post }: { post: MessagePost }) {
  const { userId, userNickname: nickname, sketch } = post
  return (
    <article className={styles.post}>
      <AvatarLink userId={userId} nickname={nickname} avatar={post.userAvatar} />
      <div className={styles.byline}>
        <MemberLink id={userId} nickname={nickname} className={styles.nickname} />
        <RelativeTime time={post.date} />
      </div>
      <div className={styles.body}>
        <UserText mentions={post.mentions}>{post.text}</UserText>
        {sketch && <AttachedSketch sketch={sketch} />}
      </div>
    </article>
  )
}
