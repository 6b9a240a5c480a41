import { env } from 'cloudflare:workers'
import type { DeleteAccountReply } from '../../../contract/http/leaving.ts'
import { runNamed } from './jobs.ts'
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

const DAY_MS = 86_400_000

/** A time after a week of waiting. */
export const afterTheWeek = () => Date.now() + 8 * DAY_MS

/** Runs the jobs that delete accounts and send their last mails. */
export async function deleteDue(bindings: Cloudflare.Env = env, now = afterTheWeek()): Promise<void> {
  await runNamed(['send mails', 'delete accounts'], bindings, now)
}

/** Deletes a member's account, a week later. */
export async function deleteAccount(person: Person, bindings: Cloudflare.Env = env): Promise<void> {
  await deletionTimeOf(person)
  await deleteDue(bindings)
}
