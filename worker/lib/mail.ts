import { PRODUCT_NAME } from '../../contract/product.ts'
import { failure, type Result, success } from './result.ts'

export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

type Settings = Pick<Cloudflare.Env, 'EMAIL' | 'MAIL_FROM'>

/**
 * Sends a mail through Cloudflare. Fails with the code of the error: its message may contain the address, which must
 * not be logged.
 */
export async function sendMail(env: Settings, mail: OutgoingMail): Promise<Result<null, string>> {
  if (!env.MAIL_FROM) return failure('E_NOT_CONFIGURED')
  try {
    await env.EMAIL.send({ from: { name: PRODUCT_NAME, email: env.MAIL_FROM }, ...mail })
    return success(null)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return failure(/^E_[A-Z_]{1,60}$/.test(code) ? code : 'E_UNKNOWN')
  }
}
