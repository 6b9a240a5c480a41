import type { Page, WebSocketRoute } from 'playwright/test'
import { sessionReply, sessionsReply } from '../../contract/http/auth.ts'
import { openComments } from '../support/e2e/comments.ts'
import { expect, test } from '../support/e2e/fixtures.ts'
import { loseReply } from '../support/e2e/lose-reply.ts'
import {
  completeSignUp,
  enterProviderName,
  expectLoggedIn,
  freshName,
  type Member,
  signInAs,
  signInAtProvider,
} from '../support/e2e/people.ts'
import { png } from '../support/e2e/pictures.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
const endOther = (page: Page) => page.getByRole('button', { name: /^Log out / })

async function expectLoginNeeded(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You must be logged in to see this page.' })).toBeVisible()
}

async function endOtherSession(request: Member['request']): Promise<void> {
  const { items } = sessionsReply.parse(await (await request.get('/api/v2/sessions')).json())
  const data = { id: items.find(({ current }) => !current)?.id }
  expect((await request.post('/api/v2/sessions/end', { headers: siteHeaders(), data })).status()).toBe(200)
}

async function isLoggedIn({ request }: Member): Promise<boolean> {
  return sessionReply.parse(await (await request.get('/api/v2/session')).json()).user !== null
}

test.describe('sessions', () => {
  test('a member can end each listed session but the current one', async ({ page, anotherBrowser }) => {
    const nickname = freshName('Twofold')
    await signInAs(await anotherBrowser(), nickname)
    await signInAs(page, nickname)
    await page.goto('/sessions')
    await expect(rows(page)).toHaveCount(2)
    const own = rows(page).filter({ hasText: 'This browser' })
    await expect(own).toContainText('Chrome on Linux')
    await expect(own.getByRole('button')).toHaveCount(0)
    await expect(rows(page).filter({ hasText: 'Last seen' })).toContainText('Chrome on Linux')
    await expect(endOther(page)).toHaveCount(1)
  })

  test('a session that could not be ended stays in the list until a retry ends it', async ({
    page,
    anotherMember,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 500/)
    const nickname = freshName('Twofold')
    const other = await anotherMember(nickname)
    await signInAs(page, nickname)
    await page.goto('/sessions')
    await page.route('/api/v2/sessions/end', (route) => route.fulfill({ status: 500, body: 'broken' }), { times: 1 })
    await endOther(page).click()
    await expect(page.getByText('Something went wrong on our side. Try again in a bit.')).toBeVisible()
    await expect(rows(page)).toHaveCount(2)
    await endOther(page).click()
    await expect(page.getByText('Logged out')).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    expect(await isLoggedIn(other)).toBe(false)
    expect(await isLoggedIn(page)).toBe(true)
  })

  test('a visitor whose session was ended keeps what they typed', async ({ page, anotherMember, consoleErrors }) => {
    consoleErrors.allow(/status of 401/)
    const nickname = freshName('Twofold')
    const { request } = await anotherMember(nickname)
    // Without its channel, the page notices at its next request.
    await page.routeWebSocket('/socket/member', () => undefined)
    await signInAs(page, nickname)
    await openComments(page, { type: 'profile', which: await currentUserId(page) })
    await page.getByLabel('Your comment').fill('Am I still here?')
    await endOtherSession(request)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(page.getByText('You must be logged in to do that.')).toBeVisible()
    await expect(page.getByLabel('Your comment')).toHaveValue('Am I still here?')
    await page.goto('/sessions')
    await expectLoginNeeded(page)
  })

  test('pictures that are not sent stay when the session ends, and are sent after the next login', async ({
    page,
    anotherMember,
    consoleErrors,
  }) => {
    consoleErrors.allow(/ERR_FAILED|status of 401/)
    const nickname = freshName('Twofold')
    const { request } = await anotherMember(nickname)
    await signInAs(page, nickname, '/upload')
    await page.route('/api/v2/upload/file?*', (route) => route.abort(), { times: 1 })
    await page
      .getByLabel('Pictures')
      .first()
      .setInputFiles(await png('pond.png', 60))
    await page.getByLabel('Title').fill('A pond')
    await endOtherSession(request)
    const loggedOut = page.getByRole('alert').filter({ hasText: 'You’re logged out.' })
    await expect(loggedOut.getByRole('link', { name: 'Log in again' })).toHaveAttribute('target', '_blank')
    await expect(page.getByLabel('Title')).toHaveValue('A pond')
    await signInAs(await page.context().newPage(), nickname)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(loggedOut).toHaveCount(0)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Draft kept for 24 hours')).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('A pond')
  })

  test('a page of a member whose session was ended offers to log in, without a reload', async ({
    page,
    anotherMember,
  }) => {
    const nickname = freshName('Twofold')
    const { request } = await anotherMember(nickname)
    await signInAs(page, nickname, '/activity')
    await expect(page.getByText('Hearts, comments and new fans will appear here.')).toBeVisible()
    await endOtherSession(request)
    await expectLoginNeeded(page)
  })
})

test.describe('a second tab', () => {
  test('a login of another member in one tab reloads the others', async ({ page }) => {
    const [first, second] = [freshName('Twofold'), freshName('Sibling')]
    await signInAs(page, first)
    const tab = await page.context().newPage()
    let channel: WebSocketRoute | undefined
    await tab.routeWebSocket('/socket/member', (socket) => {
      channel = socket
    })
    await tab.goto('/sessions')
    await expectLoggedIn(tab, first)
    await expect.poll(() => channel !== undefined).toBe(true)
    await page.goto('/logout')
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/')
    await signInAs(page, second)
    const reloaded = tab.waitForEvent('load')
    channel?.send(JSON.stringify({ type: 'standing' }))
    await reloaded
    await expectLoggedIn(tab, second)
  })
})

test.describe('logout', () => {
  test('logging out asks for confirmation and ends only this session [2 §5]', async ({ page, anotherMember }) => {
    const nickname = freshName('Leaving')
    const other = await anotherMember(nickname)
    await signInAs(page, nickname, '/sessions')
    await page.getByRole('banner').getByRole('button', { name: nickname }).click()
    await page.getByRole('dialog', { name: 'You' }).getByRole('link', { name: 'Log out' }).click()
    await expect(page.getByRole('heading', { name: 'Log out?' })).toBeVisible()
    await page.getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL('/sessions')
    await expect(page.getByText('This browser')).toBeVisible()

    await page.getByRole('main').getByRole('link', { name: 'Log out', exact: true }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await page.goBack()
    await expectLoginNeeded(page)
    expect(await isLoggedIn(page)).toBe(false)
    expect(await isLoggedIn(other)).toBe(true)
  })

  test('logging out and ending a session succeed when repeated after a lost reply', async ({
    page,
    anotherMember,
    consoleErrors,
  }) => {
    consoleErrors.allow(/ERR_FAILED/, /status of 401/, /status of 404/)
    const nickname = freshName('Tunnel')
    await anotherMember(nickname)
    // Through its channel, the page would learn that its session ended before Log out is pressed again.
    await page.routeWebSocket('/socket/member', () => undefined)
    await signInAs(page, nickname, '/sessions')
    const answer = page.getByText(/Check your connection/i)
    await loseReply(page, '/api/v2/sessions/end')
    await endOther(page).click()
    await expect(answer).toBeVisible()
    await endOther(page).click()
    await expect(page.getByText('Logged out')).toBeVisible()
    await expect(rows(page)).toHaveCount(1)

    await page.goto('/logout')
    await loseReply(page, '/logout')
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(answer).toBeVisible()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  })

  test('Stay leads a member from the logout address back to the site, logged in', async ({ page }) => {
    const nickname = freshName('Tricked')
    await signInAs(page, nickname, '/logout')
    await page.getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL('/')
    await expectLoggedIn(page, nickname)
  })
})

test.describe('sign-in', () => {
  test('sign-in returns to the page that requested it', async ({ page }) => {
    const nickname = freshName('Careful')
    await signInAs(page, nickname)
    await page.goto(`/sign-in?return=${encodeURIComponent('/sessions?from=mail')}`)
    await enterProviderName(page, nickname)
    await expectLoggedIn(page, nickname)
    await expect(page).toHaveURL('/sessions?from=mail')
  })

  test('the welcome page never redirects to another site', async ({ page }) => {
    await page.route('**://evil.example/**', (route) => route.fulfill({ body: 'caught' }))
    const nickname = freshName('Newcomer')
    expect(await signInAtProvider(page, nickname)).toBe('/welcome')
    await page.goto(`/welcome?return=${encodeURIComponent('//evil.example/')}`)
    await completeSignUp(page, nickname)
    await expect(page).toHaveURL('/')
  })

  test('a first sign-in reports a taken nickname at its field and focuses it', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 409/)
    const nickname = freshName('Newcomer')
    await page.goto('/sign-in?return=/sessions')
    await enterProviderName(page, nickname)
    const name = page.getByLabel('Nickname')
    const open = page.getByRole('button', { name: 'Create account' })
    await expect(name).toHaveValue(nickname)
    await name.fill('NOOR')
    await page.getByLabel('Date of birth').fill('1990-06-14')
    await open.click()
    await expect(name).toHaveAccessibleDescription(/That nickname is taken\./)
    await expect(name).toBeFocused()
    await name.fill(nickname)
    await open.click()
    await expect(page).toHaveURL('/sessions')
    await expectLoggedIn(page, nickname)
  })

  test('the welcome page says that the first date of birth counts before it is entered', async ({ page }) => {
    await page.goto('/sign-in')
    await enterProviderName(page, freshName('Newcomer'))
    await expect(page.getByLabel('Date of birth')).toHaveAccessibleDescription(/the first date that you enter counts/)
  })

  test('a newcomer who is somebody else starts over as a visitor', async ({ page }) => {
    await page.goto('/sign-in?return=/sessions')
    await enterProviderName(page, freshName('Newcomer'))
    await page.getByRole('button', { name: 'Not you? Start over' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('sign-up')
  })

  test('starting over does not log out the member who joined in another tab meanwhile', async ({ page }) => {
    const nickname = freshName('Newcomer')
    await page.goto('/sign-in')
    await enterProviderName(page, nickname)
    await expect(page.getByLabel('Nickname')).toBeVisible()
    // The page reads the session again, and leads home if it finds the account.
    await page.waitForLoadState('networkidle')
    const data = { nickname, birthDate: '1990-06-14' }
    expect((await page.request.post('/api/v2/signUp', { headers: siteHeaders(), data })).status()).toBe(200)
    await page.getByRole('button', { name: 'Not you? Start over' }).click()
    await expect(page).toHaveURL('/')
    await expectLoggedIn(page, nickname)
  })

  test('an age below thirteen is reported at its field, and another date does not open an account', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 403/)
    await page.goto('/sign-in')
    await enterProviderName(page, freshName('Young'))
    const birth = page.getByLabel('Date of birth')
    for (const date of [`${new Date().getUTCFullYear() - 10}-01-01`, '1990-06-14']) {
      await birth.fill(date)
      const reply = page.waitForResponse((response) => response.request().method() === 'POST')
      await page.getByRole('button', { name: 'Create account' }).click()
      expect((await reply).status()).toBe(403)
      await expect(birth).toHaveAccessibleDescription(/You must be 13 or older to join\./)
      await expect(birth).toBeFocused()
    }
  })
})
