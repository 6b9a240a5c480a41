import { type CSSProperties, useState } from 'react'
import { imageSrcSet } from '../../contract/image-sizes.ts'
import styles from './Avatar.module.css'
import { classes } from './classes.ts'
import { Link } from './Link.tsx'

type AvatarProps = {
  /** Missing or broken: the initial is drawn instead. */
  src?: string | null
  srcSet?: string
  name: string
  size?: 24 | 32 | 48 | 128
  /** Only when no name stands beside it; decorative otherwise. */
  alt?: string
  className?: string
}

/** A person's or group's square picture; a class may set `--side` to another size. */
export function Avatar({ src, srcSet, name, size = 32, alt = '', className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const sized = { '--size': `${size}px` } as CSSProperties
  if (src && src !== broken) {
    return (
      <img
        className={classes(styles.avatar, className)}
        style={sized}
        src={src}
        srcSet={srcSet}
        alt={alt}
        width={size}
        height={size}
        decoding="async"
        onError={() => setBroken(src)}
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
  /** A base address, see image-sizes. */
  avatar: string | null
  size?: 32 | 48
}

/** A member's picture that leads to them; the name beside it is the link for keys and screen readers. */
export function AvatarLink({ userId, nickname, avatar, size = 32 }: AvatarLinkProps) {
  return (
    <Link to={`/user/${userId}`} tabIndex={-1} aria-hidden="true">
      <Avatar
        src={avatar && `${avatar}/${size === 32 ? 50 : 100}`}
        srcSet={avatar ? imageSrcSet(avatar, size) : undefined}
        name={nickname}
        size={size}
      />
    </Link>
  )
}
