import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type LocalSite, ROOT } from '../../../../dev/settings.ts'
import { addChat, TICKET_SECRET } from '../../../support/chat/members.ts'
import { SERVER_CORE } from '../children.ts'
import { preparedSite } from '../state.ts'
import { startWorkerd, type Workerd } from '../workerd.ts'

/** So many members may come to the board. */
const MEMBERS = 100
const SITE = 'site'

/** A place with members. */
export function boardSite(): Promise<LocalSite> {
  const counts = { members: MEMBERS, channels: [] }
  return preparedSite('whiteboard', counts, ({ DB }) => addChat(DB, counts))
}

/** Runs the site on the servers' core, with a whiteboard that nobody has drawn on. */
export async function startBlank(place: LocalSite, script: string): Promise<Workerd> {
  await rm(join(ROOT, place.state, 'v3/do'), { recursive: true, force: true })
  return startWorkerd(place, [{ name: SITE, script, settings: { TICKET_SECRET } }], SERVER_CORE)
}

/** Where the board of a site is reached. */
export const boardOrigin = ({ direct }: Workerd) => direct[SITE] ?? ''
