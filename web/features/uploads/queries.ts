import { queryOptions, useMutation } from '@tanstack/react-query'
import { ok } from '../../../contract/http/common.ts'
import { postSketchReply, tagsReply, uploadConfig, uploadReply } from '../../../contract/http/uploads.ts'
import { call } from '../../lib/call.ts'
import { withParams } from '../../lib/paged-query.ts'
import { type FileUpload, sendFile } from './send-file.ts'
import type { Words } from './upload-queue.ts'

/** The settings of the upload page and the uploads that wait; never cached, as every upload changes them. */
export const uploadConfigQuery = queryOptions({
  queryKey: ['upload-config'],
  queryFn: ({ signal }) => call(uploadConfig, '/api/v2/upload/sketch', undefined, signal),
  staleTime: 0,
  gcTime: 0,
})

/** The longest file name that is sent along. */
const NAME_MAX = 200

/** Sends a picture, which then waits to be posted. Without a network it fails at once, so that it can be tried again. */
export const useSendPicture = (url: string) =>
  useMutation({
    mutationFn: (upload: FileUpload) =>
      sendFile(uploadReply, `${url}?name=${encodeURIComponent(upload.file.name.slice(-NAME_MAX))}`, upload),
    networkMode: 'always',
  })

type NewSketch = Words & { uploadId: string; parentSketchId?: number }

/** Posts an upload as a sketch. */
export const usePostSketch = () =>
  useMutation({ mutationFn: (sketch: NewSketch) => call(postSketchReply, '/api/v2/upload/sketch', sketch) })

/** Removes an upload that was not posted. */
export const useDropUpload = () =>
  useMutation({ mutationFn: (uploadId: string) => call(ok, '/api/v2/upload/drop', { uploadId }) })

/** Returns tags that continue what is typed. */
export async function suggestTags(query: string): Promise<string[]> {
  return (await call(tagsReply, withParams('/api/v2/tags', { query }))).items
}
