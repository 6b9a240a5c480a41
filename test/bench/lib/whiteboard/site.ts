import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type LocalSite, ROOT } from '../../../../dev/settings.ts'
import { addChat } from '../../../support/chat/members.ts'
import { SERVER_CORE } from '../children.ts'
import { preparedSite } from '../state.ts'
import { startWorkerd, type Workerd } from '../workerd.ts'

const MEMBERS = 100
const SITE = 'site'

export function boardSite(): Promise<LocalSite> {
  const counts = { members: MEMBERS, channels: [] }
  return preparedSite('whiteboard', counts, ({ DB }) => addChat(DB, counts))
}

/** Runs the site on the servers' core, with a blank whiteboard. */
export async function startBlank(localSite: LocalSite, script: string): Promise<Workerd> {
  await rm(join(ROOT, localSite.state, 'v3/do'), { recursive: true, force: true })
  return startWorkerd(localSite, [{ name: SITE, script }], SERVER_CORE)
}

export const boardOrigin = ({ direct }: Workerd) => direct[SITE] ?? ''
