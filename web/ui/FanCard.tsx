import { UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from './Avatar.tsx'
import styles from './FanCard.module.css'
import { IconButton } from './IconButton.tsx'
import { Link, type LinkProps } from './Link.tsx'

export type FanCardProps = {
  name: string
  to: LinkProps['to']
  avatar?: string | null
  /** "Since 3 May 2021". */
  detail?: string
  isFan?: boolean
  onToggle?: (isFan: boolean) => void
  busy?: boolean
  /** Replaces the fan button. */
  action?: ReactNode
}

/** Member's card, 70 px high, with a fan button; the whole card links to the profile. */
export function FanCard({ name, to, avatar, detail, isFan = false, onToggle, busy, action }: FanCardProps) {
  return (
    <div className={styles.card}>
      <Avatar avatar={avatar} name={name} size={48} />
      <div className={styles.person}>
        <Link to={to} className={styles.name} title={name}>
          {name}
        </Link>
        {detail && <span className={styles.detail}>{detail}</span>}
      </div>
      {onToggle && (
        <IconButton
          icon={UserPlus}
          aria-label={`Fan of ${name}`}
          className={styles.fan}
          pressed={isFan}
          busy={busy}
          onClick={() => onToggle(!isFan)}
        />
      )}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
