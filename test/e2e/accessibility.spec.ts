import { latestChallenge } from '../support/e2e/challenges.ts'
import { hinderedControls, smallTargets } from '../support/e2e/controls.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../support/e2e/fixtures.ts'
import { enterProviderName, freshName, signInAs, widestName } from '../support/e2e/people.ts'
import { png } from '../support/e2e/pictures.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { listedSketches, postComment, postSketch, seededSketches } from '../support/e2e/sketches.ts'
import { enterWhiteboard } from '../support/e2e/whiteboard.ts'

/** A seeded member with messages and entries. */
const SEEDED_MEMBER = 'Luc Abadie'

test.describe('accessibility in all themes', () => {
  test('axe finds no violations in the heart dialog and among comments', async ({ page }) => {
    await signInAs(page, freshName('Axe'))
    const [sketch] = (await listedSketches(page.request)).slice(-1)
    await postComment(page, sketch?.id ?? 0, 'So light.')
    await page.goto(`/sketch/${sketch?.id}`)
    await expect(page.getByText('So light.').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Heart, / }).click()
    await expect(page.getByRole('alertdialog', { name: 'Give a heart?' })).toBeVisible()
    await expectAccessible(page)
  })

  test('axe finds no violations on the upload page with an accepted and a refused picture', async ({ page }) => {
    await signInAs(page, freshName('Axe'), '/upload')
    const refused = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a picture') }
    await page
      .getByLabel('Pictures')
      .first()
      .setInputFiles([await png('lamp.png', 64), refused])
    await expect(page.getByRole('status').getByText('Draft kept for 24 hours')).toBeVisible()
    await page.getByRole('button', { name: 'Post' }).click()
    await expect(page.getByText('Please answer: made with generative AI?')).toBeVisible()
    await expectAccessible(page)
  })

  test('axe finds no violations on the welcome, sessions and logout pages', async ({ page }) => {
    const nickname = freshName('Axe')
    await page.goto('/sign-in?return=/sessions')
    await enterProviderName(page, nickname)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('Enter your date of birth.')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Date of birth').fill('1990-06-14')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('This browser')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/logout')
    await expect(page.getByRole('heading', { name: 'Log out?' })).toBeVisible()
    await expectAccessible(page)
  })

  test('axe finds no violations in the list of building blocks', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 404 .*\/kit/)
    await page.goto('/kit')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('windows of 360 px', () => {
  test.use({ viewport: { width: 360, height: 640 } })

  test('the widest words of a sketch, its artist and a comment make no page scroll sideways', async ({ page }) => {
    await signInAs(page, widestName())
    const title = 'W'.repeat(64)
    const sketch = await postSketch(page, { title, tags: ['w'.repeat(32)], description: 'W'.repeat(200) })
    await postComment(page, sketch, 'W'.repeat(200))
    await page.goto(`/sketch/${sketch}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByRole('button', { name: /^More actions for the comment/ })).toBeVisible()
    await page.getByLabel('Your comment').fill('W'.repeat(200))
    await expectNoHorizontalScroll(page)

    await page.goto('/gallery/recent')
    await page.getByRole('radio', { name: 'Grid' }).check()
    await expect(page.getByText(title).first()).toBeVisible()
    await expectNoHorizontalScroll(page)
  })

  test('the widest nickname leaves the buttons of a dialog in the window', async ({ page, anotherMember }) => {
    const member = await anotherMember(widestName())
    await page.goto(`/user/${await currentUserId(member)}`)
    await page.getByRole('button', { name: /^Fan/ }).click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Login' })).toBeInViewport({ ratio: 1 })
  })

  test('the widest name of a file does not make the upload page scroll sideways', async ({ page }) => {
    await signInAs(page, freshName('Wide'), '/upload')
    await page
      .getByLabel('Pictures')
      .first()
      .setInputFiles(await png(`${'w'.repeat(90)}.png`, 64))
    await expect(page.getByRole('status').getByText('Draft kept for 24 hours')).toBeVisible()
    await expectNoHorizontalScroll(page)
  })

  test('actions are at least 44 px and other targets at least 24 px wide and high [WCAG 2.5.8]', async ({ page }) => {
    await signInAs(page, SEEDED_MEMBER)
    const [sketch] = (await seededSketches(page)).slice(-1)
    for (const path of [
      '/',
      `/sketch/${sketch?.id}`,
      '/upload',
      `/challenge/${(await latestChallenge(page)).id}`,
      `/user/${await currentUserId(page)}`,
      `/user/${sketch?.userId}`,
      '/messages',
    ]) {
      await page.goto(path)
      await page.locator('[data-page]').waitFor()
      await page.waitForLoadState('networkidle')
      expect(await smallTargets(page), path).toEqual([])
    }
    await enterWhiteboard(page)
    expect(await smallTargets(page), 'whiteboard').toEqual([])
  })

  test('no page of a visitor scrolls sideways', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 404 .*\/kit/)
    for (const path of ['/kit', '/sessions']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoHorizontalScroll(page)
    }
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expectNoHorizontalScroll(page)
  })
})

test('going back by keyboard, no focused element is under the header [WCAG 2.4.11]', async ({ page }) => {
  const { id } = await latestChallenge(page)
  for (const path of ['/gallery/recent', '/artists', `/challenge/${id}`]) {
    await page.goto(path)
    await page.locator('[data-page]').waitFor()
    await page.waitForLoadState('networkidle')
    await page.getByRole('main').getByRole('link').last().focus()
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Shift+Tab')
      const hidden = await page.evaluate(() => {
        const focused = document.querySelector('main > * :focus')
        const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
        return focused && focused.getBoundingClientRect().top < header ? focused.outerHTML.slice(0, 120) : null
      })
      expect(hidden, `${path}, step ${step}`).toBeNull()
    }
  }
})

test('the clock of the whiteboard is whole while text is twice as large [WCAG 1.4.4]', async ({ page }) => {
  await signInAs(page, SEEDED_MEMBER)
  await page.setViewportSize({ width: 1280, height: 740 })
  await enterWhiteboard(page)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expect(page.getByText(/^Board moves on/)).toBeVisible()
  const cut = () =>
    page.getByRole('progressbar').evaluate(({ parentElement: progress }) => {
      const place = progress?.parentElement
      return place ? place.scrollWidth - place.clientWidth : null
    })
  await expect.poll(cut).toBe(0)
})

test('no control is outside the window or covered while text is twice as large [WCAG 1.4.4]', async ({ page }) => {
  await signInAs(page, SEEDED_MEMBER)
  const [sketch] = (await seededSketches(page)).slice(-1)
  const open = {
    home: () => page.goto('/'),
    sketch: () => page.goto(`/sketch/${sketch?.id}`),
    board: () => enterWhiteboard(page),
  }
  for (const [name, openPage] of Object.entries(open)) {
    await page.setViewportSize({ width: 1280, height: 740 })
    await openPage()
    await page.locator('[data-page]').waitFor()
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 })
      await expect.poll(() => hinderedControls(page), `${name}, ${width} px`).toEqual([])
    }
  }
})
