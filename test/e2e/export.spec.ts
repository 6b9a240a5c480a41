import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { png } from '../support/e2e/pictures.ts'
import { postSketch } from '../support/e2e/sketches.ts'

test('a member asks for their data, watches it being made, and downloads a zip with their sketch', async ({ page }) => {
  const nickname = freshName('Archivist')
  await signInAs(page, nickname)
  const picture = await png('drawing.png', 240)
  const id = await postSketch(page, { title: 'Low tide' }, picture)
  await page.goto('/editProfile')
  await page.getByRole('main').getByRole('link', { name: 'Download your data' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your data' })).toBeVisible()
  // Waits from before the press: the page asks for the state every two seconds, and may see it made the second time.
  const progress = page.getByRole('progressbar').waitFor()
  await page.getByRole('button', { name: 'Make my export' }).press('Enter')
  await progress
  await expect(page.getByRole('heading', { level: 1, name: 'Your data' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Ready to download' })).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the zip' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^croquis-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(await readFile(await download.path()))
  expect(Buffer.from(files[`sketches/${String(id).padStart(6, '0')} Low tide.png`] ?? []).equals(picture.buffer)).toBe(
    true,
  )
  const [profile] = JSON.parse(Buffer.from(files['data/profile.json'] ?? []).toString()) as { nickname: string }[]
  expect(profile?.nickname).toBe(nickname)
})
