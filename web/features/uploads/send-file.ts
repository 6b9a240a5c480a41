import type * as z from 'zod/mini'
import { CallError, callErrorOf } from '../../lib/call.ts'

export type FileUpload = {
  file: File
  onProgress: (sentBytes: number) => void
  /** Cancels the upload. */
  signal: AbortSignal
}

/**
 * Sends a file and reports the number of bytes sent. It uses XMLHttpRequest, because fetch reports no progress.
 * @throws CallError with status and body; an AbortError when `signal` fires.
 */
export function sendFile<T>(
  reply: z.ZodMiniType<T>,
  url: string,
  { file, onProgress, signal }: FileUpload,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    request.responseType = 'json'
    request.upload.onprogress = (event) => onProgress(event.loaded)
    request.onerror = () => reject(new CallError(0, 'no_reply', null))
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'))
    request.onload = () => {
      const parsed = reply.safeParse(request.response)
      if (request.status === 200 && parsed.success) resolve(parsed.data)
      else reject(callErrorOf(request.status, request.response))
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}
