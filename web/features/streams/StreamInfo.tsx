import { useQueryClient } from '@tanstack/react-query'
import { CircleStop, Eye, EyeOff, Flag, Link2, type LucideIcon, PencilLine, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ShownStream } from '../../../contract/http/streams.ts'
import { withLinkKey } from '../../../contract/sketch-address.ts'
import { streamMessages, viewCountText } from '../../lib/messages/streams.ts'
import { useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { AvatarLink } from '../../ui/Avatar.tsx'
import { Link } from '../../ui/Link.tsx'
import { Flow, Horizontal } from '../../ui/layout.tsx'
import { type MenuEntry, MoreMenu } from '../../ui/Menu.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { FanButton } from '../users/FanButton.tsx'
import { streamQuery } from './queries.ts'
import { type DialogAction, StreamActionDialog } from './StreamActionDialog.tsx'
import styles from './StreamInfo.module.css'
import { type StreamAction, streamActions } from './stream-actions.ts'

type StreamInfoProps = {
  stream: ShownStream
  /** "12 watching". */
  watching?: string
  /** Number of views, when it is newer than the page's reply. */
  views?: number
  /** Further entries of the menu. */
  more?: readonly MenuEntry[]
  /** Milliseconds from the start of the stream to the picture that is shown; undefined if none is. */
  shownMs?: () => number | undefined
  children?: ReactNode
}

/** Title, artist, texts and links of a stream, with its actions. */
export function StreamInfo({
  stream,
  watching,
  views = stream.totalViews,
  more = [],
  shownMs = () => undefined,
  children,
}: StreamInfoProps) {
  const { id, title, userId, userNickname, userAvatar, description, sketch, challenge, isFanOf } = stream
  const user = useUser()
  const client = useQueryClient()
  return (
    <>
      <Flow gap={16} justify="between">
        <div className={styles.artist}>
          <AvatarLink userId={userId} nickname={userNickname} avatar={userAvatar} size={48} />
          <div>
            <h1>{title}</h1>
            <p className={styles.facts}>
              <Link to={`/user/${userId}`}>{userNickname}</Link>
              {[watching, stream.state !== 'announced' && viewCountText(views)]
                .filter(Boolean)
                .map((fact) => `, ${fact}`)
                .join('')}
            </p>
          </div>
        </div>
        <Horizontal>
          {user?.id !== userId && (
            <FanButton
              artist={{ id: userId, nickname: userNickname }}
              isFan={isFanOf}
              onChange={() => void client.invalidateQueries(streamQuery(id))}
            />
          )}
          <MoreActions stream={stream} more={more} shownMs={shownMs} />
        </Horizontal>
      </Flow>
      {stream.notice === 'mature' && <p className={styles.text}>{streamMessages.matureStaffNotice}</p>}
      {description && <UserText className={styles.text}>{description}</UserText>}
      {sketch && (
        <p className={styles.text}>
          Sketch:{' '}
          <Link to={withLinkKey(`/sketch/${sketch.id}`, sketch.linkKey)} className={styles.work}>
            {sketch.title}
          </Link>
        </p>
      )}
      {challenge && (
        <p className={styles.text}>
          Challenge: <Link to={`/challenge/${challenge.id}`}>{challenge.title}</Link>
        </p>
      )}
      {children}
    </>
  )
}

const MENU_ENTRIES: Record<StreamAction, { label: string; icon: LucideIcon; danger?: boolean }> = {
  edit: { label: 'Edit', icon: PencilLine },
  link: { label: 'Copy link', icon: Link2 },
  remove: { label: 'Delete replay', icon: Trash2, danger: true },
  report: { label: 'Report', icon: Flag },
  end: { label: 'End stream', icon: CircleStop },
  cancel: { label: 'Cancel stream', icon: CircleStop },
  hide: { label: 'Hide replay', icon: EyeOff },
  show: { label: 'Show replay again', icon: Eye },
}

type MoreActionsProps = Required<Pick<StreamInfoProps, 'stream' | 'more' | 'shownMs'>>

function MoreActions({ stream, more, shownMs }: MoreActionsProps) {
  const user = useUser() ?? null
  const [dialog, setDialog] = useState<{ action: DialogAction; shownMs: number | undefined } | null>(null)
  const items = streamActions(stream, user).map((action): MenuEntry => {
    const onAction = () =>
      action === 'link' ? void copyStreamLink(stream.id) : setDialog({ action, shownMs: shownMs() })
    return { ...MENU_ENTRIES[action], onAction }
  })
  return (
    <>
      <MoreMenu items={[...more, ...items]} bordered />
      {dialog && (
        <StreamActionDialog
          dialog={dialog.action}
          shownMs={dialog.shownMs}
          stream={stream}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

/** Copies a link to a stream, or to a time of its replay. */
export async function copyStreamLink(id: number, seconds?: number): Promise<void> {
  const address = `${location.origin}/stream/${id}${seconds ? `?t=${seconds}` : ''}`
  await navigator.clipboard.writeText(address).then(
    () => toast(streamMessages.copied),
    () => toast(address, { kind: 'plain' }),
  )
}
