import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import Mustache from 'mustache'
import { FIRST_REPLIES_ID } from '../../contract/first-load.ts'
import { cookieName } from '../lib/cookies.ts'
import type { AppEnv } from './app-env.ts'
import { SESSION_COOKIE } from './session.ts'

/** Written by the build (web/build/first-paint.ts): the template of each page. Does not change while this worker runs. */
let templates: Partial<Record<string, string>> | undefined

export type SitePage = {
  template: string
  /** Elements of the head, as markup. */
  head: readonly string[]
  /** Values of the template's placeholders, as text. */
  values?: object
  /** Replies to the application's first calls as JSON, by `firstReplyKey`. */
  replies?: ReadonlyMap<string, string>
}

/** Fills the template of a page. */
export async function renderSitePage(c: Context<AppEnv>, page: SitePage): Promise<string> {
  templates ??= await readTemplates(c)
  const template = templates[page.template]
  if (template === undefined) throw new Error(`no template ${page.template}`)
  const visitor = isVisitor(c)
  return Mustache.render(template, {
    ...page.values,
    visitor,
    member: !visitor,
    head: page.head.join('\n    '),
    replies: repliesElement(page.replies ?? new Map()),
  })
}

/** True without a session cookie. A cookie may have expired. */
export const isVisitor = (c: Context<AppEnv>) => !getCookie(c, cookieName(c, SESSION_COOKIE))

function repliesElement(replies: ReadonlyMap<string, string>): string {
  const json = [...replies].map(([key, reply]) => `${JSON.stringify(key)}:${reply}`).join(',')
  return `<script type="application/json" id="${FIRST_REPLIES_ID}">{${json.replaceAll('<', '\\u003c')}}</script>`
}

async function readTemplates(c: Context<AppEnv>): Promise<Partial<Record<string, string>>> {
  const reply = await c.env.ASSETS.fetch(new URL('/first-paint.json', c.req.url))
  if (!reply.ok) throw new Error(`the page is not built: ${reply.status}`)
  return reply.json()
}
