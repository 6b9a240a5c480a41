import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ok } from '../../../contract/http/common.ts'
import { type EditBody, editReply } from '../../../contract/http/edit-sketch.ts'
import { sketchList } from '../../../contract/http/sketches.ts'
import { sketchVersionsReply, type VersionBody } from '../../../contract/http/versions.ts'
import { call } from '../../lib/call.ts'
import { galleriesKey } from '../galleries/queries.ts'
import { type FileUpload, sendFile } from '../uploads/send-file.ts'

export const editQuery = (id: number) =>
  queryOptions({
    queryKey: ['edit-sketch', id],
    queryFn: ({ signal }) => call(editReply, `/sketch/${id}/edit?format=json`, undefined, signal),
    staleTime: 0,
    gcTime: 0,
  })

export const versionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['sketch-versions', id],
    queryFn: ({ signal }) => call(sketchVersionsReply, `/sketch/${id}/versions?format=json`, undefined, signal),
  })

export const ownSketchesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['own-sketches', userId],
    queryFn: ({ signal }) => call(sketchList, `/user/${userId}/sketches?format=json`, undefined, signal),
  })

export function useSaveEdit(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: EditBody) => call(ok, `/sketch/${id}/edit?format=json`, body),
    onSuccess: () => refetchSketch(client, id),
  })
}

/** Restores or removes an earlier picture, or replaces the picture. */
export function useChangeVersion(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: VersionBody) => call(ok, `/sketch/${id}/version`, body),
    onSuccess: () => refetchSketch(client, id),
  })
}

/** Adds a video or a sketch file to a sketch. */
export function useSendSketchFile(id: number, kind: 'video' | 'file') {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (upload: FileUpload) => sendFile(ok, `/sketch/${id}/${kind}`, upload),
    onSuccess: () => refetchSketch(client, id),
  })
}

/** Refetches a sketch, here and in every list. */
async function refetchSketch(client: QueryClient, id: number): Promise<void> {
  client.removeQueries({ queryKey: ['sketch', id] })
  await Promise.all([
    client.invalidateQueries({ queryKey: ['edit-sketch', id] }),
    client.invalidateQueries({ queryKey: ['sketch-versions', id] }),
    client.resetQueries({ queryKey: galleriesKey }),
  ])
}
