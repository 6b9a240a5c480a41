import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readD1Migrations } from '@cloudflare/vitest-pool-workers'
import { ROOT } from '../../../dev/settings.ts'
import { buildWorker } from '../../bench/lib/build.ts'
import { startWorkerd } from '../../bench/lib/workerd.ts'
import { addChat, TICKET_SECRET } from './members.ts'

/** Rates that no machine reaches. */
const SETTINGS = { TICKET_SECRET, CHAT_LINES_AT_ONCE: '1000000', CHAT_LINES_PER_SECOND: '1000000' }

/** Runs the built worker with an empty state in the folder `state`, so that several sites can run side by side. */
export async function startChatSite(state: string, counts: { members: number; channels: readonly string[] }) {
  await rm(join(ROOT, state), { recursive: true, force: true })
  const script = await buildWorker('worker/index.ts', state)
  const site = await startWorkerd({ state }, [{ name: 'site', script, settings: SETTINGS }])
  const DB = await site.databaseOf('site')
  // Wrangler takes half a minute, as it starts a process for each migration.
  for (const { queries } of await readD1Migrations(join(ROOT, 'migrations')))
    await DB.batch(queries.map((query) => DB.prepare(query)))
  await addChat(DB, counts)
  return site
}
