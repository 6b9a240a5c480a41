import { readFileSync } from 'node:fs'
import { findLockFaults, type LockFile } from './lock-file.ts'
import { ROOT } from './settings.ts'

/** Part of `npm run check`: lists problems of `package-lock.json` and fails if there are any. Needs no network. */
const lockFile = JSON.parse(readFileSync(`${ROOT}/package-lock.json`, 'utf8')) as LockFile
const faults = findLockFaults(lockFile)
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
