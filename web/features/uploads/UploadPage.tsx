import { useQuery } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { idText } from '../../../contract/http/common.ts'
import type { UploadConfig } from '../../../contract/http/uploads.ts'
import { UPLOAD_TYPES } from '../../../contract/limits.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { sketchCountText } from '../../lib/messages/albums.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { Page, PageFoot } from '../../ui/Page.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { ParentNotice } from '../co-ops/ParentNotice.tsx'
import { uploadConfigQuery } from './queries.ts'
import { UploadCard } from './UploadCard.tsx'
import styles from './UploadPage.module.css'
import { takeUploadHandoff } from './upload-handoff.ts'
import { useFileDrop } from './useFileDrop.ts'
import { useUploads } from './useUploads.ts'

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
  return data ? <Uploads config={data} /> : <PageSpinner />
}

function Uploads({ config }: { config: UploadConfig }) {
  const navigate = useNavigate()
  const uploads = useUploads(config)
  const [params] = useSearchParams()
  const parentId = idText.safeParse(params.get('parent')).data
  const [posting, setPosting] = useState(false)
  const dragging = useFileDrop(uploads.add)
  const { entries } = uploads
  const add = useRef(uploads.add)
  useEffect(() => {
    const { files, text } = takeUploadHandoff()
    if (files.length > 0) add.current(files, text)
  }, [])
  const states = entries.map((entry) => entry.progress.state)
  const busy = states.some((state) => state === 'waiting' || state === 'sending' || state === 'posting')
  const ready = states.filter((state) => state === 'received').length
  useLeaveWarning(busy)
  const post = async () => {
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
      {entries.length > 0 && (
        <ol className={styles.cards} aria-label="Pictures">
          {entries.map((entry, index) => (
            <UploadCard
              key={entry.key}
              entry={entry}
              config={config}
              onChange={(text) => uploads.changeText(entry.key, text)}
              onRemove={() => uploads.remove(entry)}
              onRetry={() => uploads.retry(entry.key)}
              onMove={(by) => uploads.move(entry.key, by)}
              isFirst={index === 0}
              isLast={index === entries.length - 1}
            />
          ))}
        </ol>
      )}
      {entries.length > 0 && (
        <PageFoot>
          <p role="status">{statusText(ready, busy)}</p>
          <Button variant="primary" disabled={ready === 0 && !posting} busy={posting} onClick={() => void post()}>
            {ready > 1 ? `Post ${ready} sketches` : 'Post'}
          </Button>
        </PageFoot>
      )}
    </Page>
  )
}

function statusText(ready: number, busy: boolean): string {
  if (busy) return 'Uploading'
  return ready === 0 ? 'Nothing to post' : 'Draft kept for 24 hours'
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
        location data from photos.
      </p>
    </div>
  )
}
