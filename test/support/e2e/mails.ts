import { expect, type Page, test } from 'playwright/test'
import { mailAddress, siteFromEnv } from '../../../dev/settings.ts'

/** Opens the link of the last mail to an address, on the page of local mails, and returns it. */
export async function openLastMail(page: Page, to: string, subject: string): Promise<string> {
  const { baseURL = '' } = test.info().project.use
  const mails = mailAddress(siteFromEnv({ CROQUIS_PORT: new URL(baseURL).port }))
  const mail = page.getByRole('article').filter({ hasText: to }).filter({ hasText: subject }).first()
  await expect(async () => {
    await page.goto(mails)
    await expect(mail).toBeVisible({ timeout: 5000 })
  }).toPass()
  const link = mail.getByRole('link').first()
  const address = (await link.getAttribute('href')) ?? ''
  await link.click()
  await page.waitForURL((url) => url.origin === new URL(baseURL).origin)
  return address
}
