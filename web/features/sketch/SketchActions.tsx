import { useQueryClient } from '@tanstack/react-query'
import { Heart, MessageSquare, ScanSearch, Share2, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ShownSketch } from '../../../contract/http/sketch.ts'
import { imageSrcSet } from '../../../contract/image-sizes.ts'
import { GLOPS_PER_HEART } from '../../../contract/limits.ts'
import { CallError } from '../../lib/call.ts'
import { messageOf, messages } from '../../lib/messages.ts'
import { maySignedIn, sessionQuery, signInAddress, useUser } from '../../lib/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { show } from '../../ui/toast.ts'
import { AlbumAction } from './AlbumAction.tsx'
import { deleteSketch, useGiveHeart } from './queries.ts'
import styles from './SketchActions.module.css'

const ConfirmDialog = lazy(async () => ({ default: (await import('../../ui/ConfirmDialog.tsx')).ConfirmDialog }))

/** Title, artist, and what can be done with a sketch. */
export function SketchActions({ sketch, comments }: { sketch: ShownSketch; comments: number }) {
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{sketch.title}</h1>
      <div className={styles.artist}>
        <Avatar
          src={sketch.avatar && `${sketch.avatar}/50`}
          srcSet={sketch.avatar ? imageSrcSet(sketch.avatar, 50) : undefined}
          name={sketch.nickname}
          size={48}
        />
        <div>
          <p className={styles.nickname}>{sketch.nickname}</p>
          <RelativeTime time={sketch.dateCreated} />
        </div>
      </div>
      <div className={styles.actions}>
        <HeartAction sketch={sketch} />
        <a className={styles.action} href="#comments">
          <Icon of={MessageSquare} />
          <b>{comments.toLocaleString('en')}</b>
          <span>Comments</span>
        </a>
        <button type="button" className={styles.action} onClick={() => void share(sketch)}>
          <Icon of={Share2} />
          <b>Share</b>
          <span>Link</span>
        </button>
        <AlbumAction sketch={sketch} />
        <Link className={styles.action} to={`/search?tab=magic&like=${sketch.id}`}>
          <Icon of={ScanSearch} />
          <b>Find</b>
          <span>Similar</span>
        </Link>
        {sketch.userCanDelete && <DeleteAction sketch={sketch} />}
      </div>
    </div>
  )
}

/** A heart is asked for first, because it cannot be taken back [1 §4], [1 §5]. */
function HeartAction({ sketch }: { sketch: ShownSketch }) {
  const user = useUser()
  const [asking, setAsking] = useState(false)
  const give = useGiveHeart(sketch.id)
  const client = useQueryClient()
  const press = async () => {
    const member = user ?? (maySignedIn() && (await client.ensureQueryData(sessionQuery).catch(() => null))?.user)
    if (!member) location.assign(signInAddress())
    else if (sketch.userHeart) show("A heart can't be taken back.", { kind: 'plain' })
    else if (sketch.userCanHeart) setAsking(true)
    else show('You cannot give a heart to your own sketch.', { kind: 'plain' })
  }
  const left = user?.heartsAvailable ?? 0
  return (
    <>
      <button
        type="button"
        className={styles.action}
        aria-pressed={sketch.userHeart}
        aria-label={`Heart, ${sketch.hearts} given`}
        onClick={() => void press()}
      >
        <Icon of={Heart} filled={sketch.userHeart} />
        <b>{sketch.hearts.toLocaleString('en')}</b>
        <span>{sketch.hearts === 1 ? 'Heart' : 'Hearts'}</span>
      </button>
      <Suspense>
        {asking && left > 0 && (
          <ConfirmDialog
            isOpen
            onClose={() => setAsking(false)}
            title="Give a heart?"
            confirmLabel="Give heart"
            onConfirm={() => give.mutateAsync()}
            messageOf={(error) =>
              error instanceof CallError && error.code === 'no_hearts' ? messageOf(error) : messages.heartFailed
            }
          >
            A heart can't be taken back. You have {left} left.
          </ConfirmDialog>
        )}
        {asking && left === 0 && (
          <ConfirmDialog
            isOpen
            onClose={() => setAsking(false)}
            title="No hearts left"
            cancelLabel="Close"
            confirmLabel="All right"
            onConfirm={() => undefined}
          >
            You gave all your hearts. Every {GLOPS_PER_HEART} glops that your sketches earn bring a new one.
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}

function DeleteAction({ sketch }: { sketch: ShownSketch }) {
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = async () => {
    await deleteSketch(client, sketch.id)
    show('Sketch deleted')
    await navigate('/')
  }
  return (
    <>
      <button type="button" className={styles.action} onClick={() => setAsking(true)}>
        <Icon of={Trash2} />
        <b>Delete</b>
        <span>For good</span>
      </button>
      <Suspense>
        {asking && (
          <ConfirmDialog
            isOpen
            danger
            onClose={() => setAsking(false)}
            title="Delete this sketch?"
            confirmLabel="Delete"
            onConfirm={remove}
            messageOf={() => messages.deleteSketchFailed}
          >
            Its hearts and comments go with it. This cannot be undone.
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}

/** The system's own sharing where there is one, the clipboard elsewhere. */
async function share(sketch: ShownSketch): Promise<void> {
  const url = `${location.origin}/sketch/${sketch.id}`
  const data = { title: `${sketch.title} by ${sketch.nickname}`, url }
  try {
    if (navigator.canShare?.(data)) await navigator.share(data)
    else {
      await navigator.clipboard.writeText(url)
      show('Link copied')
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    show(`The link is ${url}`, { kind: 'plain' })
  }
}
