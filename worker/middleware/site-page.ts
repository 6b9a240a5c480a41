import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import Mustache from 'mustache'
import { FIRST_REPLIES_ID } from '../../contract/first-load.ts'
import { cookieName } from '../lib/cookies.ts'
import { markup } from '../lib/markup.ts'
import type { AppEnv } from './app-env.ts'
import { pagePolicy, securityHeadersOf } from './security-headers.ts'
import { SESSION_COOKIE } from './session.ts'

/**
 * Written by the build (web/build/first-paint.ts): the template of each page. Does not change while this worker runs.
 */
let templates: Templates | undefined

type Templates = Partial<Record<string, { page: string; styleHash: string }>>

export type SitePage = {
  status: 200 | 404
  template: string
  /** Elements of the head, as markup. */
  head: readonly string[]
  /** Values of the template's placeholders, as text. */
  values?: object
  /** Replies to the application's first calls as JSON, by `firstReplyKey`. */
  replies?: ReadonlyMap<string, string>
  cacheControl: string
}

/** Replies with a page: its template with the placeholders filled, and the policy that allows its inline style. */
export async function replySitePage(c: Context<AppEnv>, page: SitePage): Promise<Response> {
  templates ??= await readTemplates(c)
  const template = templates[page.template]
  if (template === undefined) throw new Error(`no template ${page.template}`)
  const visitor = isVisitor(c)
  const values = {
    ...page.values,
    visitor,
    member: !visitor,
    head: page.head.join('\n    '),
    replies: repliesElement(page.replies ?? new Map()),
  }
  const body = Mustache.render(template.page, values, undefined, { escape: (text) => String(markup`${String(text)}`) })
  const policy = pagePolicy([`'sha256-${template.styleHash}'`])
  return new Response(body, {
    status: page.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': page.cacheControl,
      vary: 'Cookie',
      ...securityHeadersOf(c, 'text/html', policy),
    },
  })
}

/** True without a session cookie. A cookie may have expired. */
export const isVisitor = (c: Context<AppEnv>) => !getCookie(c, cookieName(c, SESSION_COOKIE))

function repliesElement(replies: ReadonlyMap<string, string>): string {
  const json = [...replies].map(([key, reply]) => `${JSON.stringify(key)}:${reply}`).join(',')
  return `<script type="application/json" id="${FIRST_REPLIES_ID}">{${json.replaceAll('<', '\\u003c')}}</script>`
}

async function readTemplates(c: Context<AppEnv>): Promise<Templates> {
  const reply = await c.env.ASSETS.fetch(new URL('/first-paint.json', c.req.url))
  if (!reply.ok) throw new Error(`the page is not built: ${reply.status}`)
  return reply.json()
}
