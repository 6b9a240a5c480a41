import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Place, ROOT } from '../../../../dev/settings.ts'
import { addChat, TICKET_SECRET } from '../../../support/chat/members.ts'
import { SERVER_CORE } from '../children.ts'
import { placeOf } from '../state.ts'
import { startWorkerd, type Workerd } from '../workerd.ts'

/** So many members may come to the board. */
const MEMBERS = 100
const SITE = 'site'

/** A place with members. */
export function boardPlace(): Promise<Place> {
  const counts = { members: MEMBERS, channels: [] }
  return placeOf('whiteboard', counts, ({ DB }) => addChat(DB, counts))
}

/** Runs the site on the servers' core, with a whiteboard that nobody has drawn on. */
export async function startBlank(place: Place, script: string): Promise<Workerd> {
  await rm(join(ROOT, place.state, 'v3/do'), { recursive: true, force: true })
  return startWorkerd(place, [{ name: SITE, script, settings: { TICKET_SECRET } }], SERVER_CORE)
}

/** Where the board of a site is reached. */
export const boardOrigin = ({ direct }: Workerd) => direct[SITE] ?? ''
