import { describe, expect, it } from 'vitest'
import { findLockFaults, type LockFile } from '../../../dev/lock-file.ts'

const HASH = 'sha512-pV9RrQ4UlEGvTdh0jzyFS5Tu5D8IrSnbDEVCOMhWeQ=='
const locked = (path: string, fields: object): LockFile => ({
  packages: { '': {}, [path]: fields } as LockFile['packages'],
})

describe('the check of the lock file', () => {
  it('a package of the registry with its hash is accepted', () => {
    expect(findLockFaults(locked('node_modules/hono', { integrity: HASH }))).toEqual([])
  })

  it.each([{}, { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }])(
    'a package without a SHA-512 hash is refused: %j',
    (fields) => {
      expect(findLockFaults(locked('node_modules/hono', fields))).toEqual(['node_modules/hono has no SHA-512 hash'])
    },
  )

  it.each([{ resolved: 'git+ssh://git@code.example/hono.git#1f2e3d' }, { resolved: '../hono', link: true }])(
    'a package from elsewhere than the registry is refused: %j',
    (source) => {
      const faults = findLockFaults(locked('node_modules/hono', { integrity: HASH, ...source }))
      expect(faults).toEqual(['node_modules/hono does not come from the registry'])
    },
  )

  it('a package whose install script is not allowed is refused', () => {
    const faults = findLockFaults(
      locked('node_modules/a/node_modules/hono', { integrity: HASH, hasInstallScript: true }),
    )
    expect(faults).toEqual(['node_modules/a/node_modules/hono has an install script that is not allowed'])
  })

  it('an allowed install script is accepted, also of a copy that another package needs', () => {
    const path = 'node_modules/drizzle-kit/node_modules/esbuild'
    expect(findLockFaults(locked(path, { integrity: HASH, hasInstallScript: true }))).toEqual([])
  })
})
