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

/** Error of an empty field for the reason of an act, for the staff log or the member. */
export const REASON_MISSING = 'Give a reason.'

/** Messages of staff's acts on accounts. */
export const staffMessages = {
  termNeeded: 'Choose how long they are a patron.',
  noChange: 'Change a role first.',
  rolesSaved: (nickname: string) => `The roles of ${nickname} were changed.`,
  impersonating:
    'You see the site as they do, for an hour at most. You can’t buy, chat, draw or read messages, and have no staff rights. Everything you change is written to the staff log under your own name.',
  noProfileLink: 'Enter the link of the other account’s profile.',
  mergeQuestion: (source: string, target: string) =>
    `Everything that ${source} has goes to ${target}, and ${source} is gone. This cannot be undone.`,
  mergeRules:
    'Sketches, fans, comments, hearts and all else go to the account that you name. Private messages and ways to log in do not. The member gets a mail if they confirmed an address.',
  merging: (source: string, target: string) => `${source} is being merged into ${target}. This can take a few minutes.`,
  acting: (nickname: string, until: string) => `You act as ${nickname} until ${until}.`,
} as const

/** Message of a failed call: "Error!" if the code has no message of its own [2 §8]. */
export function staffMessageOf(error: unknown): string {
  const isRefused = error instanceof CallError && error.status >= 400 && error.status < 500
  return isRefused ? messageOf(error) : 'Error!'
}

/** The reader of the reason with which staff reverse an act, which grants an open appeal. */
export const ifAppealed = (author: string): string => `${author}, after an appeal,`
