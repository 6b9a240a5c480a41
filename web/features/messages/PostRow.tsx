import { Heart } from 'lucide-react'
import type { MessagePost, MessageSketch } from '../../../contract/http/messages.ts'
import { coverPicture } from '../../../contract/image-sizes.ts'
import { numberText } from '../../lib/format.ts'
import { messageTexts } from '../../lib/messages/messages.ts'
import { AvatarLink } from '../../ui/Avatar.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { matStyle } from '../../ui/Picture.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { UserText } from '../../ui/UserText.tsx'
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
        <UserText mentions={[]}>{post.text}</UserText>
        {sketch && <AttachedSketch sketch={sketch} />}
      </div>
    </article>
  )
}

const SIDE = 120

function AttachedSketch({ sketch }: { sketch: MessageSketch }) {
  if (sketch.hidden) return <p className={styles.hidden}>{messageTexts.hiddenSketch}</p>
  const { id, title, nickname, hearts, mat } = sketch
  return (
    <Link to={`/sketch/${id}`} className={styles.card}>
      <img
        {...coverPicture(sketch, { width: SIDE, height: SIDE })}
        alt=""
        width={SIDE}
        height={SIDE}
        loading="lazy"
        style={matStyle(mat)}
      />
      <span className={styles.caption}>
        <cite className={styles.work}>{title}</cite>
        <span>{nickname}</span>
        <span className={styles.hearts}>
          <Icon of={Heart} size={16} />
          {numberText(hearts)}
          <Hidden> hearts</Hidden>
        </span>
      </span>
    </Link>
  )
}
