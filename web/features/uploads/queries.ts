import { queryOptions, useMutation } from '@tanstack/react-query'
import { ok } from '../../../contract/http/common.ts'
import { tagsReply } from '../../../contract/http/tags.ts'
import { postSketchReply, uploadConfig, uploadReply } from '../../../contract/http/uploads.ts'
import { call } from '../../lib/call.ts'
import { withParams } from '../../lib/paged-query.ts'
import { type FileUpload, sendFile } from './send-file.ts'
import type { SketchText } from './upload-queue.ts'

/** Settings of the upload page and pending uploads; never cached, because every upload changes them. */
export const uploadConfigQuery = queryOptions({
  queryKey: ['upload-config'],
  queryFn: ({ signal }) => call(uploadConfig, '/api/v2/upload/sketch', undefined, signal),
  staleTime: 0,
  gcTime: 0,
})

/** Maximum length of the file name in the request. */
const NAME_MAX = 200

/** Uploads a picture. */
export const useSendPicture = (url: string) =>
  useMutation({
    mutationFn: (upload: FileUpload) =>
      sendFile(uploadReply, `${url}?name=${encodeURIComponent(upload.file.name.slice(-NAME_MAX))}`, upload),
  })

type NewSketch = Omit<SketchText, 'challenge' | 'compo'> & {
  uploadId: string
  parentSketchId?: number
  challengeId: number | null
  compoKey: string | null
}

export const usePostSketch = () =>
  useMutation({ mutationFn: (sketch: NewSketch) => call(postSketchReply, '/api/v2/upload/sketch', sketch) })

/** Deletes a pending upload. */
export const useDropUpload = () =>
  useMutation({ mutationFn: (uploadId: string) => call(ok, '/api/v2/upload/drop', { uploadId }) })

/** Completions of a tag. */
export async function suggestTags(query: string): Promise<string[]> {
  return (await call(tagsReply, withParams('/api/v2/tags', { query }))).items
}
