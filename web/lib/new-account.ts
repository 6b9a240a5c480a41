import { readStored, writeStored } from './local-storage.ts'

const ENTRY = 'new-account'

/** Notes that an account was created, for the page that loads next. */
export const noteNewAccount = () => writeStored(ENTRY, 'yes')

/** Returns true once after `noteNewAccount`. */
export function takeNewAccount(): boolean {
  const isNew = readStored(ENTRY) !== null
  writeStored(ENTRY, '')
  return isNew
}
