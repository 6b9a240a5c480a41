import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ImagePlus, Minimize2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { idText } from '../../../contract/http/common.ts'
import type { UploadConfig } from '../../../contract/http/uploads.ts'
import { UPLOAD_TYPES } from '../../../contract/limits.ts'
import { CallError } from '../../lib/call.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { AI_POLICY } from '../../lib/messages/ai-policy.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { uploadMessages } from '../../lib/messages/uploads.ts'
import { sessionQuery, signInPath, useUser, wasSignedIn } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { ErrorScreen } from '../../ui/EmptyState.tsx'
import { LeaveDialog } from '../../ui/LeaveDialog.tsx'
import { Page } from '../../ui/Page.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { ParentNotice } from '../co-ops/ParentNotice.tsx'
import { EnteringNotice, MissingNotice, RefusingNotice } from '../entries/EnteringNotice.tsx'
import { statePosted } from '../sketches/posted-state.ts'
import { EnterOnPostDialog } from './EnterOnPostDialog.tsx'
import { uploadConfigQuery } from './queries.ts'
import { focusQuestion } from './SketchTextForm.tsx'
import { UploadCard } from './UploadCard.tsx'
import { UploadFoot } from './UploadFoot.tsx'
import styles from './UploadPage.module.css'
import { takeUploadHandoff } from './upload-handoff.ts'
import { hasForm, hasUnsent, newEntriesOf, type SketchText, type UploadEntry } from './upload-queue.ts'
import { useFileDrop } from './useFileDrop.ts'
import { type Preselection, preselectedTexts, usePreselection } from './usePreselection.ts'
import { type Uploads, useUploads } from './useUploads.ts'

/**
 * Upload page [2 §2 Upload]: pick, drop or paste pictures, describe them, and post them together. The page stays when
 * the session ends, because files that are not sent would be lost.
 */
export function UploadPage() {
  const user = useUser()
  const [memberId, setMemberId] = useState<number>()
  if (user && memberId === undefined) setMemberId(user.id)
  if (memberId !== undefined) return <LoadConfig memberId={memberId} />
  return (
    <RequireLogin title="Upload" sentence={uploadMessages.loginFirst}>
      <PageSpinner />
    </RequireLogin>
  )
}

function LoadConfig({ memberId }: { memberId: number }) {
  const { data, error } = useQuery(uploadConfigQuery)
  const preselection = usePreselection()
  // After a lost connection the settings are fetched again. A failure must not remove the pictures.
  if (error && !data) {
    if (error instanceof CallError && error.code === 'impersonating')
      return <ErrorScreen>{messageOf(error)}</ErrorScreen>
    throw error
  }
  if (!data || !preselection) return <PageSpinner />
  return <UploadList memberId={memberId} config={data} preselection={preselection} />
}

type UploadListProps = {
  memberId: number
  config: UploadConfig
  /** Challenge and compo that new pictures enter, unless others are chosen. */
  preselection: Preselection
}

function UploadList({ memberId, config, preselection }: UploadListProps) {
  const { challenge, compo, refusingCompo, missing } = preselection
  const navigate = useNavigate()
  const uploads = useUploads(config, memberId)
  const isLoggedOut = useUser() === null
  const { entries } = uploads
  const [params] = useSearchParams()
  const parentId = idText.safeParse(params.get('parent')).data
  const [posting, setPosting] = useState(false)
  /** Sketches of the pictures, once all are posted. */
  const [allPosted, setAllPosted] = useState<readonly number[]>()
  // In an effect, after the render that no longer asks before the page is left.
  useEffect(() => {
    if (allPosted) void navigate(`/sketch/${allPosted[0]}`, { state: statePosted(allPosted) })
  }, [allPosted, navigate])
  /** Pictures that wait for the confirmation of entering challenges and compos. */
  const [unconfirmed, setUnconfirmed] = useState<readonly UploadEntry[]>()
  const addFiles = (files: readonly File[], text: Partial<SketchText> = {}) =>
    uploads.add(
      files,
      preselectedTexts(preselection, entries, files.length).map((chosen) => ({ ...chosen, ...text })),
    )
  const dragging = useFileDrop(addFiles)
  const cards = useRef<HTMLOListElement>(null)
  const add = useRef(addFiles)
  useEffect(() => {
    const { files, text } = takeUploadHandoff()
    if (files.length > 0) add.current(files, text)
  }, [])
  const firstFailed = entries.find(({ progress }) => progress.state === 'failed')?.key
  // Shows why a file is refused, unless the focus is in a card, whose texts the member may be writing.
  useEffect(() => {
    if (firstFailed === undefined || cards.current?.contains(document.activeElement)) return
    cards.current?.querySelector('[data-failed]')?.scrollIntoView({ block: 'nearest' })
  }, [firstFailed])
  const unsent = hasUnsent(entries)
  const isOnlyPosting = !hasUnsent(entries.filter(({ progress }) => progress.state !== 'posting'))
  useLeaveWarning(unsent)
  const showQuestion = (entry: UploadEntry) => {
    const card = cards.current?.children[entries.indexOf(entry)]
    if (card) focusQuestion(card)
  }
  const showProblem = () => {
    const problem = cards.current?.querySelector('[data-problem], [data-failed]')
    problem?.querySelector('input')?.focus({ preventScroll: true })
    problem?.scrollIntoView({ block: 'center' })
  }
  const post = () => {
    const received = entries.filter(({ progress }) => progress.state === 'received')
    const unanswered = uploads.markUnanswered(received)
    if (unanswered) showQuestion(unanswered)
    else if (newEntriesOf(received).length > 0) setUnconfirmed(received)
    else void send(received)
  }
  const send = async (received: readonly UploadEntry[]) => {
    setPosting(true)
    const posted = await uploads.post(received, parentId)
    setPosting(false)
    const isAllPosted = posted.length === received.length && !unsent
    if (!isAllPosted) requestAnimationFrame(showProblem)
    else if (posted.length > 0) setAllPosted(posted)
  }
  return (
    <Page title="Upload" gap={16} width={960}>
      <h1>Upload</h1>
      {isLoggedOut && <LoggedOutNotice />}
      {parentId && <ParentNotice parentId={parentId} />}
      {challenge && <EnteringNotice kind="challenge" to={`/challenge/${challenge.id}`} title={challenge.title} />}
      {compo && (
        <EnteringNotice kind="compo" to={`/compo/${compo.id}`} title={compo.title} picturesMax={compo.entriesLeft} />
      )}
      {refusingCompo && <RefusingNotice compo={refusingCompo} />}
      {missing.map((kind) => (
        <MissingNotice key={kind} kind={kind} />
      ))}
      <FilePicker dragging={dragging} isFilled={entries.length > 0} usedBytes={config.usedBytes} onFiles={addFiles} />
      <ShrinkAll {...uploads} />
      {entries.length > 0 && (
        <ol ref={cards} className={styles.cards} aria-label="Pictures">
          {entries.map((entry, index) => (
            <UploadCard
              key={entry.key}
              entry={entry}
              config={config}
              answerNoButton={answerNoButton(entry, uploads)}
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
        <UploadFoot entries={entries} isPosting={posting} onPost={post} onQuestion={showQuestion} />
      )}
      {unconfirmed && (
        <EnterOnPostDialog
          newEntries={newEntriesOf(unconfirmed)}
          onConfirm={() => void send(unconfirmed)}
          onClose={() => setUnconfirmed(undefined)}
        />
      )}
      <LeaveDialog
        isActive={unsent}
        title={isOnlyPosting ? uploadMessages.leavePostingTitle : uploadMessages.leaveTitle}
        cancelLabel="Stay"
      >
        {isOnlyPosting ? uploadMessages.leavePostingHint : uploadMessages.leaveHint}
      </LeaveDialog>
    </Page>
  )
}

/** Asks for a new login in another tab, and disappears when the member comes back from it. */
function LoggedOutNotice() {
  const client = useQueryClient()
  useEffect(() => {
    const readSession = () => {
      if (wasSignedIn()) void client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined)
    }
    addEventListener('focus', readSession)
    return () => removeEventListener('focus', readSession)
  }, [client])
  return (
    <div role="alert" className={styles.notice}>
      <p>{uploadMessages.loggedOut}</p>
      <ButtonLink href={signInPath('/')} target="_blank">
        Log in again
      </ButtonLink>
    </div>
  )
}

/** Button beside an unanswered AI question: answers No for all pictures that have no answer. */
function answerNoButton(entry: UploadEntry, { entries, answerNo }: Pick<Uploads, 'entries' | 'answerNo'>) {
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
    <div className={styles.notice}>
      <p>{uploadMessages.tooLarge(tooLarge.length)}</p>
      <Button icon={Minimize2} onClick={() => tooLarge.forEach(shrink)}>
        Shrink all
      </Button>
    </div>
  )
}

type FilePickerProps = {
  dragging: boolean
  /** True once pictures were chosen. */
  isFilled: boolean
  /** Used part of the storage. */
  usedBytes: number
  onFiles: (files: File[]) => void
}

function FilePicker({ dragging, isFilled, usedBytes, onFiles }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.picker} data-dragging={dragging || undefined} data-filled={isFilled || undefined}>
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
        You can also drop or paste pictures here. PNG, JPEG, WebP or GIF, up to 16&nbsp;MB and 4,000 pixels a side. We
        remove location data from photos. {AI_POLICY}
      </p>
      <p className={styles.hint}>{uploadMessages.storage(usedBytes)}</p>
    </div>
  )
}
