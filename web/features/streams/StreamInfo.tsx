import { CircleStop, Ellipsis, Eye, EyeOff, Flag, Link2, type LucideIcon, PencilLine, Trash2 } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { ShownStream } from '../../../contract/http/streams.ts'
import { streamMessages, viewsInAll } from '../../lib/messages/streams.ts'
import { useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { AvatarLink } from '../../ui/Avatar.tsx'
import type { MenuEntry } from '../../ui/Menu.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Link } from '../../ui/Link.tsx'
import { lazyPart } from '../../ui/lazy-component.tsx'
import { type Doing, doingsOf } from './doings.ts'
import { FanButton } from './FanButton.tsx'
import type { Asking } from './StreamDialogs.tsx'
import styles from './StreamInfo.module.css'

const StreamDialogs = lazyPart(async () => ({ default: (await import('./StreamDialogs.tsx')).StreamDialogs }))
const MoreMenu = lazyPart(async () => ({ default: (await import('../../ui/Menu.tsx')).MoreMenu }))

type StreamInfoProps = {
  stream: ShownStream
  /** "118 watching", where someone does. */
  watching?: string
  /** How often it was seen, where that is known better than the page's reply has it. */
  views?: number
  /** What else there is in the menu. */
  more?: readonly MenuEntry[]
  children?: ReactNode
}

/** Whose stream it is and what it is about, with what there is to do about it. */
export function StreamInfo({ stream, watching, views = stream.totalViews, more = [], children }: StreamInfoProps) {
  const { id, title, userId, userNickname, userAvatar, description, sketch, challenge, isFanOf } = stream
  return (
    <>
      <div className={styles.head}>
        <div className={styles.who}>
          <AvatarLink userId={userId} nickname={userNickname} avatar={userAvatar} size={48} />
          <div>
            <h1>{title}</h1>
            <p className={styles.facts}>
              <Link to={`/user/${userId}`}>{userNickname}</Link>
              {[watching, stream.state !== 'announced' && viewsInAll(views)]
                .filter(Boolean)
                .map((fact) => `, ${fact}`)
                .join('')}
            </p>
          </div>
        </div>
        <div className={styles.actions}>
          <FanButton streamId={id} userId={userId} isFanOf={isFanOf} />
          <More stream={stream} more={more} />
        </div>
      </div>
      {stream.notice === 'mature' && <p className={styles.words}>{streamMessages.matureToStaff}</p>}
      {description && <p className={styles.words}>{description}</p>}
      {sketch && (
        <p className={styles.words}>
          Sketch: <Link to={`/sketch/${sketch.id}`}>{sketch.title}</Link>
        </p>
      )}
      {challenge && (
        <p className={styles.words}>
          Challenge: <Link to={`/challenge/${challenge.id}`}>{challenge.title}</Link>
        </p>
      )}
      {children}
    </>
  )
}

const ENTRIES: Record<Doing, { label: string; icon: LucideIcon; danger?: boolean }> = {
  edit: { label: 'Edit', icon: PencilLine },
  link: { label: 'Copy link', icon: Link2 },
  remove: { label: 'Delete replay', icon: Trash2, danger: true },
  report: { label: 'Report', icon: Flag },
  end: { label: 'End stream', icon: CircleStop },
  hide: { label: 'Hide replay', icon: EyeOff },
  show: { label: 'Show replay again', icon: Eye },
}

function More({ stream, more }: { stream: ShownStream; more: readonly MenuEntry[] }) {
  const user = useUser() ?? null
  const [asking, setAsking] = useState<Asking | null>(null)
  const items = doingsOf(stream, user).map((doing): MenuEntry => {
    const onAction = () => (doing === 'link' ? void copyLink(stream.id) : setAsking(doing))
    return { ...ENTRIES[doing], onAction }
  })
  return (
    <>
      <Suspense fallback={<IconButton icon={Ellipsis} aria-label="More" bordered disabled />}>
        <MoreMenu items={[...more, ...items]} bordered />
      </Suspense>
      <Suspense>{asking && <StreamDialogs asking={asking} stream={stream} onClose={() => setAsking(null)} />}</Suspense>
    </>
  )
}

/** Puts a link to a stream, and to a time of its replay, where it can be pasted. */
export async function copyLink(id: number, seconds?: number): Promise<void> {
  const address = `${location.origin}/stream/${id}${seconds ? `?t=${seconds}` : ''}`
  await navigator.clipboard.writeText(address).then(
    () => toast(streamMessages.copied),
    () => toast(address, { kind: 'plain' }),
  )
}
