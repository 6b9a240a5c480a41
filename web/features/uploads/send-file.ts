import type * as z from 'zod/mini'
import { type UploadReply, uploadReply } from '../../../contract/http/uploads.ts'
import { CallError, callErrorOf } from '../../lib/call.ts'

/** Sends a picture to wait for being posted, as `sendFileTo` does. */
export function sendFile(
  url: string,
  file: File,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<UploadReply> {
  return sendFileTo(uploadReply, `${url}?name=${encodeURIComponent(file.name.slice(-200))}`, file, onProgress, signal)
}

/**
 * Sends a file and tells how many bytes have left. XMLHttpRequest, because fetch does not tell.
 * @throws CallError with status and body; an AbortError when `signal` fires.
 */
export function sendFileTo<T>(
  reply: z.ZodMiniType<T>,
  url: string,
  file: File,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    request.responseType = 'json'
    request.upload.onprogress = (event) => onProgress(event.loaded)
    request.onerror = () => reject(new CallError(0, 'no_answer', null))
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
