import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Not open source: fetched for the measurement and not part of this project. */
const PACKAGES = ['@tldraw/sync-core@5.1.1', '@tldraw/tlschema@5.1.1']
const FETCH_MAX_MS = 120_000

/** A temporary folder with the packages. Disposing it deletes the folder. */
export type TldrawFolder = { path: string } & AsyncDisposable

type TldrawRoom = { handleSocketConnect: (session: { sessionId: string; socket: unknown }) => void }

/** Installs the packages in a temporary folder; null if that fails. */
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

export function createRoom(folder: string): TldrawRoom {
  const { TLSocketRoom } = requireFrom(folder)('@tldraw/sync-core')
  return new TLSocketRoom({})
}

export function serializedSchema(folder: string): unknown {
  return requireFrom(folder)('@tldraw/tlschema').createTLSchema().serialize()
}

const requireFrom = (folder: string) => createRequire(join(folder, 'package.json'))
