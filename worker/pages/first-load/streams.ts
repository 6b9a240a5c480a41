import type { Context } from 'hono'
import { streamsReply } from '../../../contract/http/streams.ts'
import { withLinkKey } from '../../../contract/sketch-address.ts'
import type { FirstLoad } from './page.ts'

export function streamPage(c: Context, id: number): FirstLoad {
  const call = { path: withLinkKey(`/api/v2/stream/${id}`, c.req.query('key')) }
  return { template: 'other', calls: [call], subject: call }
}

export function streamsPage(): FirstLoad {
  const call = { path: '/api/v2/streams' }
  return {
    template: 'streams',
    calls: [call, { path: '/api/v2/streams/replays' }],
    values(reply) {
      const list = reply(streamsReply, call)
      if (!list) return null
      const streams = list.streams.map(({ id, title, preview, mature }) => ({
        href: `/stream/${id}`,
        title,
        preview: preview && !mature && { src: preview },
      }))
      return { streams, board: list.whiteboard.preview }
    },
  }
}
