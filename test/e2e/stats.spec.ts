import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'

test('a patron sees lines of their statistics, the same as a table, and downloads them', async ({ page }) => {
  await signInAs(page, 'Halvard', '/')
  const id = await currentUserId(page)
  await page.goto(`/user/${id}`)
  await page.getByRole('link', { name: 'Statistics' }).click()
  await expect(page.getByRole('heading', { name: 'Statistics', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(`/stats/${id}`)
  await expect(page.getByText('Only you and staff see this page.')).toBeVisible()
  const views = page.getByRole('img', { name: /^Views: between \d+ and \d+, most on/ })
  await expect(views.locator('canvas')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New fans' }).click()
  await expect(page.getByRole('img', { name: /^New fans:/ })).toBeVisible()
  await page.getByText('Months', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Month by month' })).toBeVisible()

  await page.getByRole('button', { name: 'Show as table' }).click()
  const table = page.getByRole('table', { name: 'Counts by month' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Month',
    ...['Views', 'Hearts', 'Comments', 'Likes', 'New fans', 'Sketches'],
  ])
  await expectAccessible(page)
  const rows = await table.getByRole('row').count()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('croquis-statistics-months.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toBe('Month (UTC),Views,Hearts,Comments,Likes,New fans,Sketches')
  expect(lines).toHaveLength(rows)
})

test('the page of statistics fits a phone, and its lines follow the theme', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signInAs(page, 'Halvard', '/')
  await page.goto(`/stats/${await currentUserId(page)}`)
  const canvas = page.getByRole('img', { name: /^Views/ }).locator('canvas')
  await expect(canvas).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  // A finger that moves along a line reads its numbers.
  const period = page.locator('fieldset + p')
  const latest = await period.textContent()
  const line = page.getByRole('img', { name: /^Views/ }).locator('.u-over')
  const { x = 0, y = 0, width = 0 } = (await line.boundingBox()) ?? {}
  await line.dispatchEvent('pointermove', { pointerType: 'touch', clientX: x + width / 3, clientY: y + 10 })
  await expect(period).not.toHaveText(latest ?? '')
  const light = await canvas.evaluate((drawn: HTMLCanvasElement) => drawn.toDataURL())
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('radio', { name: 'Dark' }).press('Space')
  await expect.poll(() => canvas.evaluate((drawn: HTMLCanvasElement) => drawn.toDataURL())).not.toBe(light)
  await page.getByRole('radio', { name: 'Light' }).press('Space')
})

test('others read that statistics are a patron’s page', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 40[34] .*\/stats(\?user=|\/999999$)/)
  await signInAs(page, freshName('Curious'), '/')
  const id = await currentUserId(page)
  await page.goto(`/e/stats/${id}`)
  await expect(page.getByRole('heading', { name: 'This is a patron’s page' })).toBeVisible()
  await expect(page.getByText('Yours are being counted already')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Become a patron' })).toHaveAttribute('href', '/store')
  await expectAccessible(page)
  await page.goto('/stats/1')
  await expect(page.getByText('Statistics are seen by their artist and staff only.')).toBeVisible()
  await page.goto('/stats/999999')
  await expect(page).toHaveURL('/')
})
