import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ExportReply, exportReply } from '../../../contract/http/export.ts'
import { call } from '../../lib/call.ts'

const PATH = '/api/v2/user/export'
/** The site continues an export when its page requests the progress. */
const PROGRESS_EVERY_MS = 2000

export const exportQuery = queryOptions({
  queryKey: ['export'],
  queryFn: (): Promise<ExportReply> => call(exportReply, PATH),
  refetchInterval: ({ state }) => (state.data?.state === 'making' ? PROGRESS_EVERY_MS : false),
  staleTime: 0,
})

export function useRequestExport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(exportReply, PATH, {}),
    onSuccess: (reply) => client.setQueryData(exportQuery.queryKey, reply),
  })
}
