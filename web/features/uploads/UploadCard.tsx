import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Upload, UploadConfig } from '../../../contract/http/uploads.ts'
import { DEFAULT_MAT } from '../../../contract/mat.ts'
import { useObjectUrl } from '../../lib/object-url.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { matStyle } from '../../ui/Picture.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ChallengeField } from '../challenges/ChallengeField.tsx'
import { CompoField } from '../compos/CompoField.tsx'
import { mayBePicture } from './file-check.ts'
import { MatField } from './MatField.tsx'
import { OriginalQuestion } from './OriginalQuestion.tsx'
import { previewPicture } from './preview-picture.ts'
import { SketchTextForm } from './SketchTextForm.tsx'
import styles from './UploadCard.module.css'
import { UploadState, type UploadStateActions } from './UploadState.tsx'
import { hasForm, type SketchText, type UploadEntry, uploadOf } from './upload-queue.ts'

type UploadCardProps = UploadStateActions & {
  entry: UploadEntry
  config: UploadConfig
  isFirst: boolean
  isLast: boolean
  /** Button that answers No to the AI question of all pictures without an answer; undefined for none. */
  answerNoButton: { label: string; onPress: () => void } | undefined
  onChange: (text: Partial<SketchText>) => void
  onRemove: () => void
  onMove: (by: 1 | -1) => void
}

/** Upload with its preview, progress and form. */
export function UploadCard(props: UploadCardProps) {
  const { entry, config, isFirst, isLast, answerNoButton, onChange, onRemove, onMove, ...actions } = props
  const { progress, name } = entry
  const arrows = useRef<HTMLDivElement>(null)
  const lastMove = useRef<1 | -1 | null>(null)
  const move = (by: 1 | -1) => {
    lastMove.current = by
    onMove(by)
  }
  // Keeps the focus on the moved picture's arrows, also at the ends of the list.
  useLayoutEffect(() => {
    if (lastMove.current === null) return
    const [up, down] = arrows.current?.querySelectorAll('button') ?? []
    const downwards = lastMove.current === 1 ? !isLast : isFirst
    lastMove.current = null
    ;(downwards ? down : up)?.focus()
  })
  return (
    <li className={styles.card} aria-label={name}>
      <Preview entry={entry} />
      <div className={styles.main}>
        <div ref={arrows} className={styles.top}>
          <p className={styles.name}>{name}</p>
          {hasForm(entry) && !(isFirst && isLast) && (
            <>
              <IconButton
                icon={ArrowUp}
                aria-label={`Move ${name} up`}
                unavailable={isFirst}
                onClick={() => move(-1)}
              />
              <IconButton
                icon={ArrowDown}
                aria-label={`Move ${name} down`}
                unavailable={isLast}
                onClick={() => move(1)}
              />
            </>
          )}
          <IconButton
            icon={X}
            aria-label={progress.state === 'sending' ? `Cancel ${name}` : `Remove ${name}`}
            onClick={onRemove}
          />
        </div>
        <UploadState entry={entry} {...actions} />
        {hasForm(entry) && entry.originals && (
          <OriginalQuestion
            originals={entry.originals}
            answer={entry.text.repostAnswer}
            problem={entry.problems.repostAnswer}
            onAnswer={(repostAnswer) => onChange({ repostAnswer })}
          />
        )}
        {hasForm(entry) && (
          <SketchTextForm
            text={entry.text}
            problems={entry.problems}
            config={config}
            onChange={onChange}
            answerNoButton={answerNoButton}
          >
            <ChallengeField
              chosen={entry.text.challenge ?? null}
              isUnlisted={entry.text.unlisted}
              onChange={(challenge) => onChange({ challenge })}
            />
            <CompoField
              chosen={entry.text.compo ?? null}
              isUnlisted={entry.text.unlisted}
              onChange={(compo) => onChange({ compo })}
            />
            {/* Last, because it appears once the picture is received and would move the fields below it. */}
            {uploadOf(entry)?.mat && (
              <MatField value={entry.text.mat ?? DEFAULT_MAT} onChange={(mat) => onChange({ mat })} />
            )}
          </SketchTextForm>
        )}
      </div>
    </li>
  )
}

/** Box of the preview, as in the style sheet. */
const PREVIEW = { height: 320, wide: 240, wideFrom: 768 }

/** Preview of the local file or the received upload. Renders nothing for a refused file that is not a picture. */
function Preview({ entry }: { entry: UploadEntry }) {
  const local = useObjectUrl(entry.file)
  const upload = useLatestUpload(entry)
  const [broken, setBroken] = useState(false)
  const picture = local && !broken ? { src: local } : upload && previewPicture(upload, PREVIEW)
  if (entry.progress.state === 'failed' && (broken || !entry.file || !mayBePicture(entry.file))) return null
  if (!picture) return <Skeleton className={styles.preview} ratio={1} />
  return (
    <img
      className={styles.preview}
      width={upload?.width}
      height={upload?.height}
      style={upload?.mat ? matStyle(entry.text.mat ?? upload.mat) : undefined}
      {...picture}
      alt={`Preview of ${entry.name}`}
      onError={() => setBroken(true)}
    />
  )
}

/** Returns the upload of an entry. Remembers it after the entry was posted. */
function useLatestUpload(entry: UploadEntry): Upload | null {
  const upload = uploadOf(entry)
  const [latest, setLatest] = useState(upload)
  if (upload && upload !== latest) setLatest(upload)
  return upload ?? latest
}
