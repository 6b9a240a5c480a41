import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Their licence is not an open one: they are fetched for the measurement, and are no part of this project. */
const PACKAGES = ['@tldraw/sync-core@5.1.1', '@tldraw/tlschema@5.1.1']
const FETCH_MAX_MS = 120_000

/** A folder with tldraw's room, for as long as it is measured. */
export type TldrawFolder = { path: string } & AsyncDisposable

/** What is used of a room: it listens to sockets by itself. */
type TldrawRoom = { handleSocketConnect: (session: { sessionId: string; socket: unknown }) => void }

/** Fetches tldraw's room into a temporary folder; null where it cannot be had. */
export async function fetchTldraw(): Promise<TldrawFolder | null> {
  const path = await mkdtemp(join(tmpdir(), 'croquis-tldraw-'))
  const remove = () => rm(path, { recursive: true, force: true })
  try {
    await writeFile(join(path, 'package.json'), '{ "private": true }')
    const args = ['install', '--no-save', '--no-audit', '--no-fund', ...PACKAGES]
    await run('npm', args, { cwd: path, timeout: FETCH_MAX_MS })
    return { path, [Symbol.asyncDispose]: remove }
  } catch {
    await remove()
    return null
  }
}

/** A new room in the folder's tldraw, in memory. */
export function roomIn(folder: string): TldrawRoom {
  const { TLSocketRoom } = requireFrom(folder)('@tldraw/sync-core')
  return new TLSocketRoom({})
}

/** The schema that a client of the folder's tldraw says it has. */
export function schemaIn(folder: string): unknown {
  return requireFrom(folder)('@tldraw/tlschema').createTLSchema().serialize()
}

const requireFrom = (folder: string) => createRequire(join(folder, 'package.json'))
