import { env } from 'cloudflare:workers'
import { JOBS } from '../../../worker/jobs.ts'
import { openDb } from '../../../worker/lib/database.ts'
import type { Person } from './people.ts'

export type SentMail = {
  to: string
  from: { name: string; email: string }
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** A mail service that stores mails instead of sending them. `failWith` makes it fail, with a code of Cloudflare. */
export class Mailbox {
  readonly sent: SentMail[] = []
  readonly env: Cloudflare.Env
  attempts = 0
  #failure: string | null = null

  constructor() {
    const send = async (mail: SentMail) => {
      this.attempts++
      if (this.#failure) throw Object.assign(new Error(`no mail to ${mail.to}`), { code: this.#failure })
      this.sent.push(mail)
      return { messageId: `<${this.sent.length}@croquis.example>` }
    }
    this.env = { ...env, EMAIL: { send } as unknown as SendEmail }
  }

  failWith(code: string | null): void {
    this.#failure = code
  }

  /** The subjects of the mails to an address, in the order of sending. */
  subjectsTo(address: string): string[] {
    return this.sent.filter(({ to }) => to === address).map(({ subject }) => subject)
  }

  /** The path of the link in the last mail. */
  lastLink(): string {
    return linkIn(this.sent.at(-1))
  }
}

export function linkIn(mail: SentMail | undefined): string {
  const [link] = /https:\/\/croquis\.example\/\S+/.exec(mail?.text ?? '') ?? []
  if (!link) throw new Error('there is no mail with a link')
  return new URL(link).pathname
}

/** Runs the scheduled jobs of mail. */
export async function runMailJobs(bindings: Cloudflare.Env, now: number): Promise<void> {
  for (const job of JOBS.filter(({ name }) => name === 'send mails' || name === 'remove old mails'))
    await job.run({ env: bindings, db: openDb(env.DB), now })
}

/** Adds a mail that was given up; returns its id. */
export async function addFailedMail(person: Person, failedAt = Date.now()): Promise<number> {
  const row = await env.DB.prepare(
    `INSERT INTO mails (user_id, address, kind, facts, attempts, failed_at, failure, created_at)
     VALUES (?, 'gone@people.test', 'email_changed', '{}', 6, ?2, 'E_DELIVERY_FAILED', ?2) RETURNING id`,
  )
    .bind(person.id, failedAt)
    .first<{ id: number }>()
  return row?.id ?? -1
}
