import { type CSSProperties, useState } from 'react'
import { isDeletedMember } from '../../contract/deleted-member.ts'
import { thumbnailPicture } from '../../contract/image-sizes.ts'
import styles from './Avatar.module.css'
import { classes } from './classes.ts'
import { Link } from './Link.tsx'

type AvatarProps = {
  /** Base address, see image-sizes. The initial is shown when it is missing or broken. */
  avatar?: string | null
  name: string
  size?: 24 | 32 | 48 | 128
  /** Alternative text, for avatars without a name beside them. Without it the picture is decorative. */
  alt?: string
  className?: string
}

/** Square picture of a person or group; a class may override its size with `--side`. */
export function Avatar({ avatar, name, size = 32, alt = '', className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const [shape, setShape] = useState<number>()
  const sized = { '--size': `${size}px` } as CSSProperties
  if (avatar && avatar !== broken) {
    return (
      <img
        className={classes(styles.avatar, className)}
        style={sized}
        {...thumbnailPicture(avatar, size, shape)}
        alt={alt}
        width={size}
        height={size}
        decoding="async"
        // A wide picture needs a wider file to fill the height.
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setShape(naturalWidth / naturalHeight)}
        onError={() => setBroken(avatar)}
      />
    )
  }
  const initial = [...name.trim()][0]?.toLocaleUpperCase() ?? '?'
  return (
    <span
      className={classes(styles.avatar, styles.initial, className)}
      style={sized}
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    >
      {initial}
    </span>
  )
}

type AvatarLinkProps = {
  userId: number
  nickname: string
  /** Base address, see image-sizes. */
  avatar: string | null
  size?: 32 | 48
}

/** Picture that links to a member; hidden from keys and screen readers, because the name beside it links too. */
export function AvatarLink({ userId, nickname, avatar, size = 32 }: AvatarLinkProps) {
  const picture = <Avatar avatar={avatar} name={nickname} size={size} />
  // A deleted member has no page.
  if (isDeletedMember({ nickname })) return picture
  return (
    <Link to={`/user/${userId}`} tabIndex={-1} aria-hidden="true">
      {picture}
    </Link>
  )
}
