import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { Upload, UploadConfig } from '../../../contract/http/uploads.ts'
import { UPLOAD_MAX_BYTES } from '../../../contract/limits.ts'
import { mayRetry } from '../../lib/call.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { uploadDraftName } from '../../lib/own-drafts.ts'
import { refreshEntry } from '../challenges/queries.ts'
import { refreshCompoEntry } from '../compos/queries.ts'
import { resetSketchLists } from '../galleries/queries.ts'
import { type CompoEntry, toastEntries } from './entry-toasts.ts'
import { fileRefusal, isPicture } from './file-check.ts'
import { pixelRefusal, readPixelSize } from './pixel-size.ts'
import { useDropUpload, usePostSketch, useSendPicture } from './queries.ts'
import { deleteUploadDraft, readUploadDraft, writeUploadDraft } from './upload-draft.ts'
import {
  EMPTY_TEXT,
  placesOf,
  problemsOf,
  queueReducer,
  type SketchText,
  titleFrom,
  type UploadEntry,
  type UploadProgress,
  unansweredEntries,
  uploadOf,
} from './upload-queue.ts'
import { useShrink } from './useShrink.ts'

const UPLOADS_AT_ONCE = 2

function receivedEntry(upload: Upload, draftName: string): UploadEntry {
  const text = readUploadDraft(draftName) ?? { ...EMPTY_TEXT, title: titleFrom(upload.fileName) }
  return {
    key: upload.id,
    name: upload.fileName || 'Picture',
    bytes: upload.bytes,
    file: null,
    progress: { state: 'received', upload },
    text,
    problems: {},
  }
}

function newEntry(file: File, text: Partial<SketchText>): UploadEntry {
  return {
    key: crypto.randomUUID(),
    name: file.name,
    bytes: file.size,
    file,
    progress: firstProgress(file),
    text: { ...EMPTY_TEXT, title: titleFrom(file.name), ...text },
    problems: {},
  }
}

function firstProgress(file: File): UploadProgress {
  const message = fileRefusal(file)
  if (!message) return { state: 'checking' }
  return { state: 'failed', message, mayRetry: false, mayShrink: file.size > UPLOAD_MAX_BYTES && isPicture(file) }
}

export type Uploads = ReturnType<typeof useUploads>

/**
 * Uploads of the page: files are sent two at a time as soon as they are picked. Received uploads and their descriptions
 * survive a reload until they are posted or removed.
 */
export function useUploads(config: UploadConfig, userId: number) {
  const client = useQueryClient()
  const { mutateAsync: sendPicture } = useSendPicture(config.uploadUrl)
  const postSketch = usePostSketch()
  const dropUpload = useDropUpload()
  const [entries, dispatch] = useReducer(queueReducer, config.pending, (pending) =>
    pending.map((upload) => receivedEntry(upload, uploadDraftName(userId, upload.id))),
  )
  const controllers = useRef(new Map<string, AbortController>())
  const latest = useRef(entries)
  latest.current = entries

  const send = useCallback(
    async (entry: UploadEntry, file: File) => {
      const controller = new AbortController()
      controllers.current.set(entry.key, controller)
      const reportProgress = (sentBytes: number) =>
        dispatch({ do: 'progress', key: entry.key, progress: { state: 'sending', sentBytes } })
      reportProgress(0)
      try {
        const reply = await sendPicture({ file, onProgress: reportProgress, signal: controller.signal })
        const progress = reply.known
          ? ({ state: 'known', sketchId: reply.sketchId } as const)
          : ({ state: 'received', upload: reply.upload } as const)
        dispatch({ do: 'progress', key: entry.key, progress })
        if (!reply.known) {
          // A file that was added twice is one upload: its first entry keeps the stored description.
          const sameUploads = latest.current.filter(
            (other) => other.key === entry.key || uploadOf(other)?.id === reply.upload.id,
          )
          if (sameUploads[0]?.key === entry.key)
            writeUploadDraft(uploadDraftName(userId, reply.upload.id), sameUploads[0].text)
        }
      } catch (error) {
        if (controller.signal.aborted) return
        const progress = { state: 'failed', message: messageOf(error), mayRetry: mayRetry(error) } as const
        dispatch({ do: 'progress', key: entry.key, progress })
      } finally {
        controllers.current.delete(entry.key)
      }
    },
    [sendPicture, userId],
  )

  useEffect(() => {
    const sending = entries.filter((entry) => entry.progress.state === 'sending').length
    const next = entries
      .filter((entry) => entry.progress.state === 'waiting')
      .slice(0, Math.max(0, UPLOADS_AT_ONCE - sending))
    for (const entry of next) if (entry.file && !controllers.current.has(entry.key)) void send(entry, entry.file)
  }, [entries, send])

  useEffect(() => {
    const running = controllers.current
    return () => {
      for (const controller of running.values()) controller.abort()
    }
  }, [])

  const changeText = (key: string, text: Partial<SketchText>) => {
    dispatch({ do: 'text', key, text })
    const entry = latest.current.find((other) => other.key === key)
    const upload = entry && uploadOf(entry)
    if (upload) writeUploadDraft(uploadDraftName(userId, upload.id), { ...entry.text, ...text })
  }

  /** Adds files, each with its first description, and sends those that are not too large. */
  const add = (files: readonly File[], texts: readonly Partial<SketchText>[] = []) => {
    const added = files.map((file, index) => newEntry(file, texts[index] ?? {}))
    dispatch({ do: 'add', entries: added })
    for (const { key, file, progress } of added) if (file && progress.state === 'checking') void check(key, file)
  }

  const check = async (key: string, file: File) => {
    const size = await readPixelSize(file)
    const message = size && pixelRefusal(size)
    const progress: UploadProgress = message
      ? { state: 'failed', message, mayRetry: false, mayShrink: true }
      : { state: 'waiting' }
    dispatch({ do: 'progress', key, progress })
  }

  /** Stops sending an entry, and deletes its upload from the site. */
  const drop = (entry: UploadEntry) => {
    controllers.current.get(entry.key)?.abort()
    const upload = uploadOf(entry)
    if (!upload) return
    deleteUploadDraft(uploadDraftName(userId, upload.id))
    dropUpload.mutate(upload.id)
  }

  const remove = (entry: UploadEntry) => {
    drop(entry)
    dispatch({ do: 'remove', key: entry.key })
  }

  /** Restores the file of an entry that was made smaller. */
  const undoShrink = (entry: UploadEntry) => {
    if (!entry.shrunk) return
    drop(entry)
    const { original, refusal: message } = entry.shrunk
    const progress = { state: 'failed', message, mayRetry: false, mayShrink: true } as const
    dispatch({ do: 'file', key: entry.key, file: original, progress })
  }

  /** Answers No to every AI question that is not answered. */
  const answerNo = () => {
    for (const { key } of unansweredEntries(latest.current)) changeText(key, { madeWithAi: false })
  }

  /** Marks the unanswered questions of pictures, and returns the first such picture. */
  const markUnanswered = (asked: readonly UploadEntry[]): UploadEntry | undefined => {
    const unanswered = unansweredEntries(asked)
    for (const { key, text } of unanswered) dispatch({ do: 'problems', key, problems: problemsOf(text) })
    return unanswered[0]
  }

  /**
   * Posts received uploads in order and returns their sketches. Failed ones keep their description and get the error;
   * those that are like sketches of other members get their question. Toasts say which compos they entered, and why
   * they did not enter a compo or challenge. `parentSketchId` is the sketch that all continue.
   */
  const post = async (received: readonly UploadEntry[], parentSketchId?: number): Promise<number[]> => {
    const posted: number[] = []
    const challengeEntries: { challengeId: number; sketchId: number }[] = []
    const challengeFailures: ErrorCode[] = []
    const compoEntries: CompoEntry[] = []
    for (const { key } of received) {
      // Texts may be edited while the pictures before are posted.
      const entry = latest.current.find((other) => other.key === key)
      const upload = entry && uploadOf(entry)
      if (!upload) continue
      dispatch({ do: 'problems', key: entry.key, problems: {} })
      dispatch({ do: 'progress', key: entry.key, progress: { state: 'posting', upload } })
      try {
        const { challenge: _, compo: __, ...text } = entry.text
        const { challenge, compo } = placesOf(entry.text)
        const ids = { challengeId: challenge?.id ?? null, compoKey: compo?.id ?? null }
        const reply = await postSketch.mutateAsync({ uploadId: upload.id, ...text, parentSketchId, ...ids })
        if ('originals' in reply) {
          dispatch({ do: 'progress', key: entry.key, progress: { state: 'received', upload } })
          dispatch({ do: 'hold', key: entry.key, originals: reply.originals })
          continue
        }
        const { sketchId, challengeFailure, compoFailure } = reply
        deleteUploadDraft(uploadDraftName(userId, upload.id))
        posted.push(sketchId)
        if (challenge) challengeEntries.push({ challengeId: challenge.id, sketchId })
        if (challengeFailure) challengeFailures.push(challengeFailure)
        if (compo) compoEntries.push({ compo, sketchId, failure: compoFailure })
        dispatch({ do: 'progress', key: entry.key, progress: { state: 'posted', sketchId } })
      } catch (error) {
        dispatch({ do: 'progress', key: entry.key, progress: { state: 'received', upload } })
        dispatch({ do: 'problems', key: entry.key, problems: { form: messageOf(error) } })
      }
    }
    if (posted.length > 0) await resetSketchLists(client)
    await Promise.all([
      ...challengeEntries.map((entry) => refreshEntry(client, entry)),
      ...compoEntries.map(({ compo, sketchId }) => refreshCompoEntry(client, { compoKey: compo.id, sketchId })),
    ])
    toastEntries(compoEntries, challengeFailures)
    return posted
  }

  const shrink = useShrink(latest, dispatch)

  return {
    entries,
    add,
    changeText,
    answerNo,
    markUnanswered,
    remove,
    shrink,
    undoShrink,
    retry: (key: string) => dispatch({ do: 'progress', key, progress: { state: 'waiting' } }),
    move: (key: string, by: 1 | -1) => dispatch({ do: 'move', key, by }),
    post,
  }
}
