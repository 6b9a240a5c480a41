import { expect, type Page } from 'playwright/test'
import { type CommentType, postCommentReply } from '../../../contract/http/comments.ts'
import { freshName, type Member, signInAs } from './people.ts'
import { currentUserId } from './profiles.ts'
import { siteHeaders } from './site.ts'

/** A sketch, or the profile of a member, by id. */
export type CommentTarget = { type: CommentType; which: number }

/** Posts a comment by a request; returns its id. */
export async function commentOn(
  { request }: Member,
  target: CommentTarget,
  comment: string,
  replyTo?: number,
): Promise<number> {
  const data = { key: crypto.randomUUID(), comment, ...target, replyTo }
  const posted = await request.post('/comment', { headers: siteHeaders(), data })
  expect(posted.status(), await posted.text()).toBe(200)
  return postCommentReply.parse(await posted.json()).comment.id
}

/** Signs in as a new member, whose profile is a page for comments that needs no picture. */
export async function signInForComments(page: Page): Promise<CommentTarget> {
  await signInAs(page, freshName('Owner'))
  return { type: 'profile', which: await currentUserId(page) }
}

export const addressOf = ({ type, which }: CommentTarget): string =>
  type === 'sketch' ? `/sketch/${which}` : `/user/${which}/comments`

export async function openComments(page: Page, target: CommentTarget): Promise<void> {
  await page.goto(addressOf(target))
  await expect(page.getByLabel('Your comment')).toBeVisible()
}
