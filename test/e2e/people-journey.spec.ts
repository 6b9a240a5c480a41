import type { Page } from 'playwright/test'
import { PERMANENT, WARNING } from '../../contract/ban.ts'
import { slugOf } from '../../contract/slug.ts'
import { enterRoom, freshRoom, lineOf, sendLine } from '../support/e2e/chat.ts'
import { expect, expectAccessible } from '../support/e2e/fixtures.ts'
import { freshName, type Member, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postSketch } from '../support/e2e/sketches.ts'
import { test } from '../support/e2e/stills-stream.ts'
import { profileFormOf } from '../support/profile-form.ts'

/** A gloperator and an admin among the seeded people. */
const GLOPERATOR = 'Ines Karlsen'
const ADMIN = 'Noor'
const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
/** Would change the title of a page that runs it. */
const SCRIPT = `"><img src=x onerror="document.title='ran'"><script>document.title='ran'</script>{{7*7}}\${7*7}`
/** The same, short enough for names. */
const SHORT_SCRIPT = '<img src=x onerror=document.title="ran">'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function post({ request }: Member, path: string, data: object): Promise<void> {
  const reply = await request.post(path, { headers: siteHeaders(), data })
  expect(reply.status(), `${path}: ${await reply.text()}`).toBe(200)
}

test('a new nickname, the switch for mature sketches and a ban reach the open pages of three members [2 §2]', async ({
  page: artistPage,
  anotherBrowser,
  anotherMember,
  streamStills,
}) => {
  const [viewerPage, staff] = [await anotherBrowser(), await anotherMember(GLOPERATOR)]
  const former = freshName('Before')
  await signInAs(artistPage, former)
  await signInAs(viewerPage, freshName('Viewer'))
  const artistId = await currentUserId(artistPage)
  const sketch = await postSketch(artistPage, { title: 'Bathers', altText: 'Bathers at a lake', mature: true })
  await postSketch(artistPage, { title: 'Harbour wall' })

  const room = freshRoom()
  await enterRoom(artistPage, room)
  await sendLine(artistPage, 'Fog today')
  await enterRoom(viewerPage, room)
  await sendLine(viewerPage, `@${former}, look`)
  const nickname = freshName('After')
  const artistTab = await artistPage.context().newPage()
  await artistTab.goto('/editProfile')
  await artistTab.getByLabel('Nickname').fill(nickname)
  await artistTab.getByRole('button', { name: 'Update' }).click()
  await expect(heading(artistTab, nickname)).toBeVisible()
  await expect(lineOf(viewerPage, 'Fog today').getByText(nickname)).toBeVisible()
  await enterRoom(viewerPage, room)
  await expect(lineOf(viewerPage, ', look').getByRole('link', { name: `@${nickname}` })).toBeVisible()
  await viewerPage.goto('/gallery/recent')
  await expect(viewerPage.getByRole('link', { name: `Harbour wall by ${nickname}` })).toBeVisible()

  await viewerPage.goto(`/sketch/${sketch}`)
  await expect(viewerPage.getByRole('heading', { name: /^This sketch is mature\./ })).toBeVisible()
  await viewerPage.goto('/editProfile')
  await viewerPage.getByRole('checkbox', { name: 'Show mature sketches' }).check()
  await viewerPage.getByRole('button', { name: 'Update' }).click()
  await expect(viewerPage.getByText('Profile updated')).toBeVisible()
  await viewerPage.goto(`/sketch/${sketch}`)
  await expect(viewerPage.getByRole('img', { name: 'Bathers at a lake' })).toBeVisible()

  const stream = await streamStills(artistPage)
  await viewerPage.goto(`/stream/${stream}`)
  await expect(heading(viewerPage, 'Market crowd')).toBeVisible()
  await post(staff, '/api/v2/gloperate/ban', {
    ...{ uid: artistId, duration: PERMANENT, reason: 'Traced the work of someone else.', notes: '' },
  })
  await expect(heading(artistPage, 'Account Suspended')).toBeVisible()
  await expect(heading(artistTab, 'Account Suspended')).toBeVisible()
  await expect(viewerPage.getByText('This stream was ended by staff.')).toBeVisible()
})

test('text that tries to run a script is shown as text on every page about members [2 §3]', async ({
  page,
  anotherBrowser,
  anotherMember,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 400/)
  const nickname = freshName('Script')
  const writer = await anotherMember(nickname)
  await signInAs(page, freshName('Reader'))
  const [writerId, readerId] = [await currentUserId(writer), await currentUserId(page)]
  await post(page, '/api/fan', { user: writerId })
  await post(writer, '/editProfile', profileFormOf(nickname, { about: SCRIPT }))
  await post(writer, '/api/v2/user/noteToFans', { message: SCRIPT })
  await post(writer, '/api/v2/message/write', { key: crypto.randomUUID(), to: readerId, subject: SCRIPT, text: SCRIPT })

  const expectText = async (path: string) => {
    await page.goto(path)
    await expect(page.getByText(SCRIPT).first()).toBeVisible()
    await expect(page).not.toHaveTitle('ran')
  }
  await expectText(`/user/${writerId}/about`)
  await expectText('/activity')
  await expectText('/messages')
  await page.getByRole('link', { name: SCRIPT }).first().click()
  await expect(page).toHaveURL(/\/message\/\d+$/)
  await expect(page.getByText(SCRIPT).first()).toBeVisible()

  const staffPage = await anotherBrowser()
  await signInAs(staffPage, ADMIN)
  const patron = { userId: readerId, role: 'p', granted: true, until: IN_A_MONTH, reason: SCRIPT }
  await post(staffPage, '/admin/role', patron)
  const names = { slug: `${SHORT_SCRIPT}${readerId}`, wmName: SHORT_SCRIPT }
  const { nickname: readerName } = (await (await page.request.get('/api/v2/session')).json()).user
  await post(page, '/editProfile', profileFormOf(readerName, names))
  await page.goto('/editProfile')
  await expect(page.getByText(SHORT_SCRIPT).first()).toBeVisible()
  await page.goto(`/${slugOf(names.slug)}`)
  await expect(heading(page, readerName)).toBeVisible()
  await expect(page).not.toHaveTitle('ran')

  const staff = await anotherMember(GLOPERATOR)
  await post(staff, '/api/v2/gloperate/ban', { uid: readerId, duration: WARNING, reason: SCRIPT, notes: SCRIPT })
  await expect(heading(page, 'Warning')).toBeVisible()
  await expect(page.getByText(SCRIPT)).toBeVisible()

  for (const path of ['/gloperate/log', '/gloperate/bans']) {
    await staffPage.goto(path)
    await expect(staffPage.getByText(SCRIPT).first()).toBeVisible()
    await expect(staffPage).not.toHaveTitle('ran')
    await expectAccessible(staffPage)
  }
  for (const path of ['/failed-mails', `/unsubscribe/${encodeURIComponent(SHORT_SCRIPT)}`]) {
    await staffPage.goto(path)
    await expectAccessible(staffPage)
    await expect(staffPage).not.toHaveTitle('ran')
  }
})
