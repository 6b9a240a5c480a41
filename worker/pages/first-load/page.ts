import type { Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import { VISITOR_CACHE_SECONDS } from '../../../contract/limits.ts'
import { isPagePath } from '../../../contract/page-paths.ts'
import { log } from '../../../durable-objects/realtime/log.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Db } from '../../lib/database.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { countCall } from '../../middleware/guards.ts'
import { isVisitor, replySitePage } from '../../middleware/site-page.ts'
import { visitorCache } from '../../middleware/visitor-cache.ts'
import { HIDDEN_HEAD, headOf, type LinkPreview, plainHead } from '../link-previews/head.ts'
import { type ApiCall, parseReply, readReplies } from './replies.ts'

/** Returns the parsed reply to one of the page's calls; undefined if the call failed. */
export type ReadReply = <T>(schema: z.ZodMiniType<T>, call: ApiCall) => T | undefined

/** The data, template and preview of a page's HTML. */
export type FirstLoad = {
  /** Name of the template (web/app/FirstPaint.tsx). */
  template: string
  /** The first calls of the application on this page. */
  calls?: readonly ApiCall[]
  /**
   * The call that finds what the page shows; its 404 is the page's. The page carries the reply only if it is one of its
   * calls. Null if nothing can be found.
   */
  subject?: ApiCall | null
  /** Values of the template's placeholders; null without anything to show, which leaves the page to the application. */
  values?: (reply: ReadReply) => object | null | undefined
  /** Preview of links to the page, because crawlers run no scripts; null if visitors may not see it in lists. */
  preview?: (db: Db) => Promise<LinkPreview | null>
  feed?: string | undefined
  /** The address of another page to which this one leads; null for none. */
  redirect?: (reply: ReadReply) => string | null
}

/** The call for the session, whose reply comes with each page of a member. */
export const SESSION_CALL = { path: '/api/v2/session' }
const OTHER: FirstLoad = { template: 'other' }
const NO_PAGE: FirstLoad = { ...OTHER, subject: null }

/** Replies with the HTML of a page: with the first paint, the replies to its first calls, and its head. */
export async function respondPage(c: Context<AppEnv>, api: Hono<AppEnv>, page: FirstLoad): Promise<Response> {
  const visitor = isVisitor(c)
  const { subject } = page
  const sent = [...(visitor ? [] : [SESSION_CALL]), ...(page.calls ?? [])]
  const calls = subject && !sent.includes(subject) ? [...sent, subject] : sent
  const [{ replies, missing, sharedSeconds }, preview] = await Promise.all([
    readReplies(c, api, calls),
    visitor && page.preview ? previewHead(c, page.preview) : null,
  ])
  if (calls !== sent && subject) replies.delete(subject.path)
  const elsewhere = page.redirect?.((schema, call) => parseReply(replies, schema, call))
  if (elsewhere) return c.redirect(elsewhere)
  const shown = preview?.isHidden ? OTHER : page
  const values = shown.values?.((schema, call) => parseReply(replies, schema, call)) ?? null
  const isLinked = c.req.query('key') !== undefined
  const isShared = visitor && !isLinked && (preview !== null || !page.preview)
  const seconds = Math.min(VISITOR_CACHE_SECONDS, sharedSeconds, preview?.seconds ?? VISITOR_CACHE_SECONDS)
  const isMissing = subject === null || (subject && missing.has(subject.path))
  return replySitePage(c, {
    status: isMissing ? 404 : 200,
    template: values ? shown.template : OTHER.template,
    head: preview?.head ?? plainHead(page.feed, new URL(c.req.url).origin),
    values: values ?? {},
    replies: preview?.isHidden ? new Map() : replies,
    cacheControl: isShared ? `public, max-age=0, s-maxage=${seconds}` : 'private, no-store',
  })
}

/** Replies with a page that the application draws alone, or with its "not found". */
export const respondOtherPage = (c: Context<AppEnv>, api: Hono<AppEnv>): Promise<Response> =>
  respondPage(c, api, isPagePath(c.req.path) ? OTHER : NO_PAGE)

type PreviewHead = { head: string[]; isHidden: boolean; seconds: number }

/** The head of a page for visitors. Null after an error, which the application shows in the plain page. */
async function previewHead(c: Context<AppEnv>, find: NonNullable<FirstLoad['preview']>): Promise<PreviewHead | null> {
  const { origin, pathname } = new URL(c.req.url)
  try {
    const { text, until } = await visitorCache(JSON.stringify(['preview', origin, pathname]), async () => {
      await countCall(c, 'READ_RATE')
      const preview = await find(dbOf(c))
      return JSON.stringify({ head: preview ? headOf(preview, origin) : HIDDEN_HEAD, isHidden: preview === null })
    })
    return { ...JSON.parse(text), seconds: Math.max(0, Math.floor((until - Date.now()) / 1000)) }
  } catch (error) {
    // A rate may refuse it.
    if (!(error instanceof AppError)) log('error', 'link preview', { requestId: c.var.requestId })
    return null
  }
}
