import {
  type BoardLogPage,
  boardLogPage,
  boardLogPagePath,
  boardLogReply,
  followingLogPage,
} from '../../../contract/http/whiteboard.ts'
import { untilNothingIsCached } from './site-board.ts'

/** Number of times that each colour is set in the board's log. */
export async function colourCounts(origin: string): Promise<Map<number, number>> {
  await untilNothingIsCached()
  const { revision } = boardLogReply.parse(await read(`${origin}/api/v2/whiteboard/log`))
  const counts = new Map<number, number>()
  let last = 0
  for (let after: number | null = 0; after !== null; ) {
    const page: BoardLogPage = boardLogPage.parse(await read(`${origin}${boardLogPagePath(revision, after)}`))
    for (const { number, text } of page.flushes.filter(({ number }) => number > last)) {
      for (const [, hex = ''] of text.matchAll(/^scr ([0-9a-f]+)$/gm)) {
        const colour = Number.parseInt(hex, 16)
        counts.set(colour, (counts.get(colour) ?? 0) + 1)
      }
      last = number
    }
    after = followingLogPage(after, page)
  }
  return counts
}

async function read(address: string): Promise<unknown> {
  const reply = await fetch(address)
  if (!reply.ok) throw new Error(`unexpected status ${reply.status}`)
  return reply.json()
}
