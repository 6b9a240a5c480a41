import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Place, ROOT } from '../../../local/settings.ts'
import { addChat, TICKET_SECRET } from '../../../support/chat/members.ts'
import { placeOf } from '../state.ts'

/** So many members may come to the board. */
const MEMBERS = 100

export const BOARD_SETTINGS = { TICKET_SECRET }

/** A place with members and a whiteboard that nobody has drawn on. */
export async function boardPlace(): Promise<Place> {
  const counts = { members: MEMBERS, channels: [] }
  const place = await placeOf('whiteboard', counts, ({ DB }) => addChat(DB, counts))
  await rm(join(ROOT, place.state, 'v3/do'), { recursive: true, force: true })
  return place
}
