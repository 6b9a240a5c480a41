import { readStored, writeStored } from './local-storage.ts'

const ENTRY = 'greeting'

/** Notes that an account was created or recovered, for the page that loads next. */
export const greetOnNextPage = (login: 'new' | 'recovered') => writeStored(ENTRY, login)

/** Returns once what `greetOnNextPage` noted. */
export function takeGreeting(): string | null {
  const login = readStored(ENTRY)
  writeStored(ENTRY, '')
  return login
}
