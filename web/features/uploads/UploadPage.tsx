import { useQuery } from '@tanstack/react-query'
import { ImagePlus, Minimize2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { idText } from '../../../contract/http/common.ts'
import type { UploadConfig } from '../../../contract/http/uploads.ts'
import { UPLOAD_TYPES } from '../../../contract/limits.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { AI_POLICY } from '../../lib/messages/ai-policy.ts'
import { sketchCountText } from '../../lib/messages/albums.ts'
import { uploadMessages } from '../../lib/messages/uploads.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { ParentNotice } from '../co-ops/ParentNotice.tsx'
import { uploadConfigQuery } from './queries.ts'
import { focusQuestion } from './SketchTextForm.tsx'
import { UploadCard } from './UploadCard.tsx'
import { isBusy, UploadFoot } from './UploadFoot.tsx'
import styles from './UploadPage.module.css'
import { takeUploadHandoff } from './upload-handoff.ts'
import { hasForm, type UploadEntry } from './upload-queue.ts'
import { useFileDrop } from './useFileDrop.ts'
import { type Uploads, useUploads } from './useUploads.ts'

/** Upload page [2 §2 Upload]: pick, drop or paste pictures, describe them, and post them together. */
export function UploadPage() {
  return (
    <RequireLogin>
      <LoadConfig />
    </RequireLogin>
  )
}

function LoadConfig() {
  const { data, error } = useQuery(uploadConfigQuery)
  if (error) throw error
  return data ? <UploadList config={data} /> : <PageSpinner />
}

function UploadList({ config }: { config: UploadConfig }) {
  const navigate = useNavigate()
  const uploads = useUploads(config)
  const [params] = useSearchParams()
  const parentId = idText.safeParse(params.get('parent')).data
  const [posting, setPosting] = useState(false)
  const dragging = useFileDrop(uploads.add)
  const { entries } = uploads
  const cards = useRef<HTMLOListElement>(null)
  const add = useRef(uploads.add)
  useEffect(() => {
    const { files, text } = takeUploadHandoff()
    if (files.length > 0) add.current(files, text)
  }, [])
  const busy = isBusy(entries)
  useLeaveWarning(busy)
  const showQuestion = (entry: UploadEntry) => {
    const card = cards.current?.children[entries.indexOf(entry)]
    if (card) focusQuestion(card)
  }
  const post = async () => {
    const unanswered = uploads.markUnanswered()
    if (unanswered) return showQuestion(unanswered)
    const ready = entries.filter(({ progress }) => progress.state === 'received').length
    setPosting(true)
    const posted = await uploads.post(parentId)
    setPosting(false)
    if (posted.length === 0 || posted.length < ready || busy) return
    toast(posted.length === 1 ? 'Sketch posted' : `${sketchCountText(posted.length)} posted`)
    await navigate(posted.length === 1 ? `/sketch/${posted[0]}` : '/gallery/recent')
  }
  return (
    <Page title="Upload" gap={16} width={960}>
      <h1>Upload</h1>
      {parentId && <ParentNotice parentId={parentId} />}
      <FilePicker dragging={dragging} onFiles={uploads.add} />
      <ShrinkAll {...uploads} />
      {entries.length > 0 && (
        <ol ref={cards} className={styles.cards} aria-label="Pictures">
          {entries.map((entry, index) => (
            <UploadCard
              key={entry.key}
              entry={entry}
              config={config}
              noForOthers={noForOthers(entry, uploads)}
              onChange={(text) => uploads.changeText(entry.key, text)}
              onRemove={() => uploads.remove(entry)}
              onShrink={() => uploads.shrink(entry)}
              onUndoShrink={() => uploads.undoShrink(entry)}
              onRetry={() => uploads.retry(entry.key)}
              onMove={(by) => uploads.move(entry.key, by)}
              isFirst={index === 0}
              isLast={index === entries.length - 1}
            />
          ))}
        </ol>
      )}
      {entries.length > 0 && (
        <UploadFoot entries={entries} isPosting={posting} onPost={() => void post()} onQuestion={showQuestion} />
      )}
    </Page>
  )
}

/** Button that answers No for all pictures, beside each question that is not answered. */
function noForOthers(entry: UploadEntry, { entries, answerNo }: Pick<Uploads, 'entries' | 'answerNo'>) {
  const others = entries.filter((other) => other !== entry && hasForm(other))
  if (others.length === 0 || entry.text.madeWithAi !== null) return undefined
  const label = others.some(({ text }) => text.madeWithAi) ? uploadMessages.noForTheRest : uploadMessages.noForAll
  return { label, onPress: answerNo }
}

/** Offers to make all refused pictures smaller, if there are several. */
function ShrinkAll({ entries, shrink }: Pick<Uploads, 'entries' | 'shrink'>) {
  const tooLarge = entries.filter(({ progress }) => progress.state === 'failed' && progress.mayShrink)
  if (tooLarge.length < 2) return null
  return (
    <div className={styles.tooLarge}>
      <p>{uploadMessages.tooLarge(tooLarge.length)}</p>
      <Button icon={Minimize2} onClick={() => tooLarge.forEach(shrink)}>
        Shrink all
      </Button>
    </div>
  )
}

function FilePicker({ dragging, onFiles }: { dragging: boolean; onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.picker} data-dragging={dragging || undefined}>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={UPLOAD_TYPES.join(',')}
        aria-label="Pictures"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Button icon={ImagePlus} onClick={() => input.current?.click()}>
        Choose pictures
      </Button>
      <p className={styles.hint}>
        You can also drop or paste pictures here. PNG, JPEG, WebP or GIF, up to 16 MB and 4,000 pixels a side. We remove
        location data from photos. {AI_POLICY}
      </p>
    </div>
  )
}
