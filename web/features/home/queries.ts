import { queryOptions } from '@tanstack/react-query'
import { HOME_PATH, homeReply } from '../../../contract/http/home.ts'
import { HOME_REFRESH_MS } from '../../../contract/limits.ts'
import { call } from '../../lib/call.ts'

/** Everything on the home page; refetched every minute while the page is visible. */
export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => call(homeReply, HOME_PATH, undefined, signal),
  refetchInterval: HOME_REFRESH_MS,
})
