import { imageSrcSet } from '../../contract/image-sizes.ts'
import { Avatar } from './Avatar.tsx'
import { Link } from './Link.tsx'

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
