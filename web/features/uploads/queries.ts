import { queryOptions, useMutation } from '@tanstack/react-query'
import { ok } from '../../../contract/http/common.ts'
import { postSketchReply, uploadConfig } from '../../../contract/http/uploads.ts'
import { call } from '../../lib/call.ts'
import type { Words } from './queue.ts'

/** The settings of the upload page and the uploads that wait; never cached, as every upload changes them. */
export const uploadConfigQuery = queryOptions({
  queryKey: ['upload-config'],
  queryFn: ({ signal }) => call(uploadConfig, '/api/v2/upload/sketch', undefined, signal),
  staleTime: 0,
  gcTime: 0,
})

type NewSketch = Words & { uploadId: string; parentSketchId?: number }

/** Posts an upload as a sketch. */
export const usePostSketch = () =>
  useMutation({ mutationFn: (sketch: NewSketch) => call(postSketchReply, '/api/v2/upload/sketch', sketch) })

/** Removes an upload that was not posted. */
export const useDropUpload = () =>
  useMutation({ mutationFn: (uploadId: string) => call(ok, '/api/v2/upload/drop', { uploadId }) })
