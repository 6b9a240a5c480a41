import { Link2, PencilLine } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Chapter } from '../../../../contract/http/stream-chapter.ts'
import type { ShownStream } from '../../../../contract/http/streams.ts'
import { CHAPTER_TITLE_MAX, CHAPTERS_MAX } from '../../../../contract/limits.ts'
import { clockText, lagText, streamMessages, viewCountText } from '../../../lib/messages/streams.ts'
import { toast } from '../../../lib/toast.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { Flow } from '../../../ui/layout.tsx'
import { PageHead } from '../../../ui/Page.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { EditStreamDialog } from '../EditStreamDialog.tsx'
import { copyStreamLink } from '../StreamInfo.tsx'
import styles from './BroadcastPage.module.css'
import type { BroadcastSession, BroadcastState } from './broadcast-session.ts'

type BroadcastPanelProps = {
  broadcast: BroadcastSession
  state: BroadcastState
  stream: ShownStream
  children: ReactNode
}

/** Controls of a live broadcast: title, facts, sources and chapters. */
export function BroadcastPanel({ broadcast, state, stream, children }: BroadcastPanelProps) {
  const [isEditing, setEditing] = useState(false)
  return (
    <div className={styles.source}>
      <PageHead title={stream.title} className={styles.head}>
        <Flow>
          <Button icon={Link2} onClick={() => void copyStreamLink(stream.id)}>
            Copy link
          </Button>
          <Button icon={PencilLine} onClick={() => setEditing(true)}>
            Edit
          </Button>
        </Flow>
      </PageHead>
      <Facts state={state} />
      <div className={styles.controls}>{children}</div>
      {state.chapters.length < CHAPTERS_MAX ? (
        <ChapterForm broadcast={broadcast} />
      ) : (
        <p className={styles.liveFacts}>{streamMessages.chaptersFull}</p>
      )}
      {state.chapters.length > 0 && <Chapters chapters={state.chapters} />}
      {isEditing && <EditStreamDialog stream={stream} onClose={() => setEditing(false)} />}
    </div>
  )
}

/** Size, codec, bitrate and viewers of the broadcast. */
function Facts({ state: { coding, bitrate, counts, inSync, lagging } }: { state: BroadcastState }) {
  const { picture } = coding
  return (
    <p className={styles.liveFacts}>
      <span>{picture ? `${picture.width} × ${picture.height}, ${codecName(picture.codec)}` : 'Stills'}</span>
      {picture && <span>{`up to ${(bitrate / 1_000_000).toFixed(1)} Mbit/s`}</span>}
      <span>{viewCountText(counts.total)}</span>
      {inSync + lagging > 0 && <span>{lagText(inSync, lagging)}</span>}
    </p>
  )
}

const codecName = (codec: string) => (codec.startsWith('vp09') ? 'VP9' : codec === 'vp8' ? 'VP8' : 'H.264')

function ChapterForm({ broadcast }: { broadcast: BroadcastSession }) {
  const [title, setTitle] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!title.trim()) return
    if (!broadcast.addChapter(title.trim())) {
      toastFailure(streamMessages.offline)
      return
    }
    toast(`Chapter: ${title.trim()}`)
    setTitle('')
  }
  return (
    <form className={styles.chapter} onSubmit={add}>
      <TextField
        label="Start a new chapter"
        hideLabel
        placeholder="Start a new chapter"
        maxLength={CHAPTER_TITLE_MAX}
        autoComplete="off"
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <Button type="submit">Add</Button>
    </form>
  )
}

function Chapters({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <ol className={styles.chapters} aria-label="Chapters">
      {chapters.map(({ atMs, title }) => (
        <li key={atMs}>
          {clockText(atMs)} {title}
        </li>
      ))}
    </ol>
  )
}
