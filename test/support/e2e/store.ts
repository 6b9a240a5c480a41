import { expect, type Page } from 'playwright/test'

/** Chooses an item in the store and goes to the payment provider's page. */
export async function order(page: Page, item: RegExp): Promise<void> {
  await page.goto('/store')
  await page.getByRole('radio', { name: item }).check()
  await page.getByRole('button', { name: 'Continue to PayPal' }).click()
  await expect(page.getByRole('heading', { name: 'Pay with PayPal' })).toBeVisible()
}

/** Presses a button of the payment provider's page. */
export const choose = (page: Page, choice: string) => page.getByRole('button', { name: choice }).click()
