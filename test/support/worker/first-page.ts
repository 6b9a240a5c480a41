import { FIRST_REPLIES_ID } from '../../../contract/first-load.ts'
import type { Person } from './people.ts'
import { sendRequest } from './site.ts'

const REPLIES = new RegExp(`id="${FIRST_REPLIES_ID}">(.*?)</script>`, 's')

/** The HTML of a page, and the calls whose replies it carries. */
export async function firstPage(path: string, as: Person | null = null) {
  const html = await (await sendRequest(path, { as, headers: { accept: 'text/html' } })).text()
  return { html, calls: Object.keys(JSON.parse(REPLIES.exec(html)?.[1] ?? '{}')) }
}
