import { PRODUCT_NAME } from '../../contract/product.ts'
import { enterRoom, freshRoom, lineOf, typeLine } from '../support/e2e/chat.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { freshName, type Member, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postSketch } from '../support/e2e/sketches.ts'

/** An admin among the seeded people. */
const ADMIN = 'Noor'
const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

async function post({ request }: Member, path: string, data: object): Promise<void> {
  const reply = await request.post(path, { headers: siteHeaders(), data })
  expect(reply.status(), `${path}: ${await reply.text()}`).toBe(200)
}

test.describe('editing a profile [2 §2 Edit profile]', () => {
  test('a saved profile is shown on the page of the member and in the header', async ({ page }) => {
    await signInAs(page, freshName('Before'), '/editProfile')
    await expect(page.getByRole('heading', { level: 1, name: 'Edit profile' })).toBeVisible()
    await expectAccessible(page)
    const nickname = freshName('After')
    await page.getByLabel('Nickname').fill(nickname)
    await page.getByRole('textbox', { name: 'About' }).fill('Ink, mostly.')
    await page.getByRole('button', { name: 'Country' }).click()
    await page.getByRole('option', { name: 'Portugal' }).click()
    await page.getByLabel('Website').fill('example.org/ink')
    await page.getByRole('radio', { name: 'Hills' }).check()
    await page.getByRole('checkbox', { name: 'Show others my birthday' }).check()
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByRole('heading', { level: 1, name: nickname })).toBeVisible()
    await page.getByRole('link', { name: 'About', exact: true }).click()
    await expect(page.getByText('Ink, mostly.')).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: '14 June' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'example.org' })).toHaveAttribute('href', 'https://example.org/ink')
    await expect(page.getByRole('banner').getByText(nickname)).toBeVisible()
  })

  test('a taken nickname is reported beside its field, which gets the focus', async ({
    page,
    anotherMember,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 409/)
    const taken = freshName('Taken')
    await anotherMember(taken)
    await signInAs(page, freshName('Late'), '/editProfile')
    const field = page.getByLabel('Nickname')
    await field.fill(taken.toUpperCase())
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(field).toHaveAccessibleDescription(/That nickname is taken\./)
    await expect(field).toBeFocused()
  })

  test('a patron finds the sections in their order, and uses their web address and emoticon [2 §2]', async ({
    page,
    anotherMember,
  }) => {
    const nickname = freshName('Patron')
    await signInAs(page, nickname)
    const [userId, admin] = [await currentUserId(page), await anotherMember(ADMIN)]
    await post(admin, '/admin/role', { userId, role: 'p', granted: true, until: IN_A_MONTH, reason: 'A gift.' })
    await post(page, '/api/v2/user/setEmoticon', { sketch: await postSketch(page, { title: 'Wink' }) })
    await page.goto('/editProfile')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      ...['Your profile info', 'Private settings', `${PRODUCT_NAME} Patron`],
      ...['Your avatar', 'Your profile cover', 'Your (me) emoticon'],
    ])
    const slug = `patron-${userId}`
    await page.getByLabel('Web address').fill(slug.toUpperCase())
    await expect(page.getByText(`Your profile at ${new URL(page.url()).host}/${slug}`)).toBeVisible()
    // In a window that is long enough, no checkbox is half behind the bar at its lower edge, where axe finds it too
    // small.
    await page.setViewportSize({ width: 1280, height: 4000 })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('Profile updated')).toBeVisible()
    await page.goto(`/${slug}`)
    await expect(page.getByRole('heading', { level: 1, name: nickname })).toBeVisible()
    await page.getByRole('link', { name: 'About', exact: true }).click()
    await expect(page.getByRole('term').filter({ hasText: 'Patron since' })).toBeVisible()
    await enterRoom(page, freshRoom())
    await typeLine(page, 'That is (me)')
    await expect(lineOf(page, 'That is').getByRole('img', { name: '(me)' })).toBeVisible()
  })

  test('unsaved changes stay on the way back and after a failed update, and are forgotten at the log-out [2 §8]', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 500/)
    const nickname = freshName('Draft')
    await signInAs(page, nickname, '/editProfile')
    const about = page.getByRole('textbox', { name: 'About' })
    await about.fill('Half a thought')
    await page.getByRole('main').getByRole('link', { name: 'Your notifications' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/activity/settings')
    await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
    await page.goBack()
    await expect(about).toHaveValue('Half a thought')
    await page.route('**/editProfile', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '{}' }) : route.fallback(),
    )
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('Sorry there was an error updating your profile, try again.')).toBeVisible()
    await expect(about).toHaveValue('Half a thought')
    await page.goto('/logout')
    await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible()
    await signInAs(page, nickname, '/editProfile')
    await expect(about).toHaveValue('')
  })

  test('a field that is set back while its change is saved can be saved again', async ({ page }) => {
    await signInAs(page, freshName('Back'), '/editProfile')
    const about = page.getByRole('textbox', { name: 'About' })
    await about.fill('Ink, mostly.')
    const release = await holdRequests(page, '**/editProfile')
    await page.getByRole('button', { name: 'Update' }).click()
    await about.fill('')
    release()
    await page.getByRole('link', { name: 'Edit profile' }).click()
    await expect(about).toHaveValue('')
    await expect(page.getByText('You have unsaved changes')).toBeVisible()
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('Profile updated')).toBeVisible()
    await page.goto('/editProfile')
    await expect(about).toHaveValue('')
    await expect(page.getByText('You have unsaved changes')).toBeHidden()
  })

  test('the menu behind the nickname, and the own profile, lead to the settings', async ({ page }) => {
    const nickname = freshName('Seeker')
    await signInAs(page, nickname, '/')
    await page.getByRole('banner').getByRole('button', { name: nickname }).click()
    await page.getByRole('dialog', { name: 'You' }).getByRole('link', { name: 'Settings' }).click()
    const settings = page.getByRole('heading', { name: 'Private settings' })
    await expect(settings).toBeInViewport()
    await expect(settings).toBeFocused()
    await page.goto('/gallery/user')
    await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
    await expect(settings).toBeInViewport()
  })

  test('Leave, after the Back button of the browser, leads to the page before', async ({ page }) => {
    await signInAs(page, freshName('Hasty'), '/activity/settings')
    await page.getByRole('main').getByRole('link', { name: 'in your profile' }).click()
    await page.getByRole('textbox', { name: 'About' }).fill('Half a thought')
    await page.goBack()
    const dialog = page.getByRole('alertdialog', { name: 'Leave without updating?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await expect(dialog).toBeHidden()
    await page.goBack()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/activity/settings')
    await expect(dialog).toHaveCount(0)
  })

  test('no page has the chat box of a member who switched it off', async ({ page }) => {
    await signInAs(page, freshName('Quiet'), '/editProfile')
    const chat = page.getByRole('button', { name: 'Chat' })
    await expect(chat).toBeVisible()
    await page.getByRole('checkbox', { name: 'Show the chat box' }).uncheck()
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('Profile updated')).toBeVisible()
    await expect(chat).toBeHidden()

    const release = await holdRequests(page, /\/assets\/(?!start-).*\.js$/)
    await page.goto('/guidelines', { waitUntil: 'commit' })
    await expect(page.getByRole('banner').getByRole('link', { name: 'Messages' })).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Chat' })).toHaveCount(0)
    release()
  })

  test('a theme that a member chose on another device applies here', async ({ page }) => {
    await signInAs(page, freshName('Night'))
    const data = { theme: 'dark' }
    const saved = await page.request.post('/api/v2/user/theme', { headers: siteHeaders(), data })
    expect(saved.status()).toBe(200)
    await page.goto('/how-hearts-work')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})
