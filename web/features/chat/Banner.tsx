import { Megaphone, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ANNOUNCEMENT_MS } from '../../../contract/limits.ts'
import type { ChatLine } from '../../../contract/socket/chat.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from './RoomPanel.module.css'

/** An announcement above the lines for 10 s, unless it is dismissed before [2 §2 Chat]; it stays as a line. */
export function Banner({ line }: { line: ChatLine }) {
  const [gone, setGone] = useState(false)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => setGone(true), ANNOUNCEMENT_MS)
    return () => clearTimeout(timer)
  }, [held])
  if (gone) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only holds the clock
    <div className={styles.banner} onMouseEnter={() => setHeld(true)} onMouseLeave={() => setHeld(false)}>
      <Icon of={Megaphone} size={16} />
      <p>
        {line.background === 'announce-stream' && `${line.user.nickname} `}
        {line.message} {line.link && <Link to={line.link.path}>{line.link.label}</Link>}
      </p>
      <IconButton icon={X} iconSize={16} aria-label="Dismiss" onClick={() => setGone(true)} />
    </div>
  )
}
