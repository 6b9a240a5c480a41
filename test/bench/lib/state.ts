import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate, openPlatform, type Platform } from '../../../dev/platform.ts'
import { type LocalSite, ROOT } from '../../../dev/settings.ts'
import { sessionCookie } from '../../support/chat/members.ts'

/** Relative to the project's folder. */
export const BENCH = '.local/bench'

const SITE_PORT = 8871
const SESSION_MS = 86_400_000

/**
 * A site with its own D1 and R2 that is reused by later runs. It is refilled when `parameters` or the migrations
 * changed, or when filling was interrupted.
 */
export async function preparedSite(
  name: string,
  parameters: unknown,
  fill: (platform: Platform, localSite: LocalSite) => Promise<void>,
): Promise<LocalSite> {
  const localSite: LocalSite = { sitePort: SITE_PORT, providerPort: SITE_PORT + 1, state: stateFolder(name) }
  const marker = join(ROOT, localSite.state, 'filled')
  const wanted = await fingerprint(parameters)
  if ((await readFile(marker, 'utf8').catch(() => '')) === wanted) return localSite
  await removeSite(name)
  await mkdir(join(ROOT, localSite.state), { recursive: true })
  await migrate(localSite)
  await withPlatform(localSite, (platform) => fill(platform, localSite))
  await writeFile(marker, wanted)
  return localSite
}

export function removeSite(name: string): Promise<void> {
  return rm(join(ROOT, stateFolder(name)), { recursive: true, force: true })
}

const stateFolder = (name: string) => `${BENCH}/state/${name}`

/** Opens D1 and R2 while no server uses them. */
export async function withPlatform<T>(localSite: LocalSite, work: (platform: Platform) => Promise<T>): Promise<T> {
  const platform = await openPlatform(localSite)
  try {
    return await work(platform)
  } finally {
    await platform.close()
  }
}

/** Adds a session; returns its cookie. */
export async function signIn({ DB }: Pick<Platform, 'DB'>, userId: number): Promise<string> {
  const token = randomUUID()
  const [now, hash] = [Date.now(), createHash('sha256').update(token).digest('hex')]
  await DB.prepare(
    `INSERT INTO sessions (token_hash, public_id, user_id, device, created_at, last_seen_at, expires_at)
     VALUES (?1, ?1, ?2, 'Bench', ?3, ?3, ?4)`,
  )
    .bind(hash, userId, now, now + SESSION_MS)
    .run()
  return sessionCookie(token, userId)
}

async function fingerprint(parameters: unknown): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(parameters))
  const folder = join(ROOT, 'migrations')
  for (const name of (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()) {
    hash.update(name).update(await readFile(join(folder, name)))
  }
  return hash.digest('hex')
}
