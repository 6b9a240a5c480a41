import { type Dispatch, type RefObject, useRef } from 'react'
import { uploadMessages } from '../../lib/messages/uploads.ts'
import { shrinkPicture } from './shrink-picture.ts'
import type { QueueChange, UploadEntry } from './upload-queue.ts'

/** Makes refused pictures smaller, one at a time, because each takes much memory while it is decoded. */
export function useShrink(entries: RefObject<UploadEntry[]>, dispatch: Dispatch<QueueChange>) {
  const last = useRef(Promise.resolve())
  const shrinkNow = async (key: string, original: File, refusal: string) => {
    if (!entries.current.some((entry) => entry.key === key)) return
    try {
      const copy = await shrinkPicture(original)
      const shrunk = { original, refusal, copy }
      dispatch({ do: 'file', key, file: copy.file, progress: { state: 'waiting' }, shrunk })
    } catch {
      const progress = { state: 'failed', message: uploadMessages.shrinkFailed, mayRetry: false } as const
      dispatch({ do: 'progress', key, progress })
    }
  }
  return ({ key, file, progress }: UploadEntry) => {
    if (!file || progress.state !== 'failed') return
    dispatch({ do: 'progress', key, progress: { state: 'shrinking' } })
    last.current = last.current.then(() => shrinkNow(key, file, progress.message))
  }
}
