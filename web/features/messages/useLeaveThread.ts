import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { MessageThread } from '../../../contract/http/messages.ts'
import { forgetThread } from './queries.ts'

/** Returns a function that leads from a deleted or hidden thread to the list of its folder. */
export function useLeaveThread({ id, state }: MessageThread): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    await navigate(state === 'request' ? '/messages?folder=requests' : '/messages', { replace: true })
    forgetThread(client, id)
  }
}
