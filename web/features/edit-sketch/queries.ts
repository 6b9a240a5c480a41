import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ok } from '../../../contract/http/common.ts'
import { type EditBody, editReply } from '../../../contract/http/edit-sketch.ts'
import { sketchList } from '../../../contract/http/sketches.ts'
import { sketchVersions, type VersionBody } from '../../../contract/http/versions.ts'
import { call } from '../../lib/call.ts'

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
    queryFn: ({ signal }) => call(sketchVersions, `/sketch/${id}/versions?format=json`, undefined, signal),
  })

/** One's own newest sketches, to choose from. */
export const ownSketchesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['own-sketches', userId],
    queryFn: ({ signal }) => call(sketchList, `/user/${userId}/sketches?format=json`, undefined, signal),
  })

export async function saveEdit(client: QueryClient, id: number, body: EditBody): Promise<void> {
  await call(ok, `/sketch/${id}/edit?format=json`, body)
  await forgetSketch(client, id)
}

/** Shows another picture, or takes an earlier one away. */
export async function changeVersion(client: QueryClient, id: number, body: VersionBody): Promise<void> {
  await call(ok, `/sketch/${id}/version`, body)
  await forgetSketch(client, id)
}

/** What was read of a sketch is read anew, here and in every list. */
export async function forgetSketch(client: QueryClient, id: number): Promise<void> {
  client.removeQueries({ queryKey: ['sketch', id] })
  await Promise.all([
    client.invalidateQueries({ queryKey: ['edit-sketch', id] }),
    client.invalidateQueries({ queryKey: ['sketch-versions', id] }),
    client.resetQueries({ queryKey: ['gallery'] }),
  ])
}
