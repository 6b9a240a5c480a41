import { env } from 'cloudflare:workers'
import type { DeleteAccountReply } from '../../../contract/http/leaving.ts'
import type { Person } from './people.ts'
import { jsonOf, sendRequestWith } from './site.ts'

/** Asks for the deletion of a member's account. */
export const askForDeletion = (person: Person, bindings: Cloudflare.Env = env, nickname = person.nickname) =>
  sendRequestWith(bindings, '/api/v2/account/delete', { as: person, body: { nickname } })

/** The wire time at which the account of a member who asks will be deleted. */
export const deletionTimeOf = async (person: Person) =>
  (await jsonOf<DeleteAccountReply>(askForDeletion(person))).deletesAt

/** Cancels the deletion. */
export const keepAccount = (person: Person, bindings: Cloudflare.Env = env) =>
  sendRequestWith(bindings, '/api/v2/account/keep', { as: person, body: {} })
