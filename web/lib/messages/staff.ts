import type { Role } from '../../../contract/http/staff.ts'
import { CallError } from '../call.ts'
import { messageOf } from './errors.ts'

export const ROLE_NAMES: Record<Role, string> = {
  g: 'Group admin',
  m: 'Gloperator',
  f: 'May feature sketches',
  a: 'Admin',
  p: 'Patron',
}

/** Messages of staff's acts on accounts. */
export const staffMessages = {
  reasonNeeded: 'Please give a reason.',
  termNeeded: 'Choose how long they are a patron.',
  noChange: 'Change a role first.',
  rolesSaved: (nickname: string) => `The roles of ${nickname} were changed.`,
  impersonating:
    'You see the site as they do, for an hour at most. You can’t buy, chat, draw or read messages, and have no staff rights. Everything you change is written to the staff log under your own name.',
  acting: (nickname: string, until: string) => `You act as ${nickname} until ${until}.`,
} as const

/** Message of a failed call: "Error!" where nobody can say more [2 §8]. */
export function staffMessageOf(error: unknown): string {
  const isRefused = error instanceof CallError && error.status >= 400 && error.status < 500
  return isRefused ? messageOf(error) : 'Error!'
}
