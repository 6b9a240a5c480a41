import { button, field, heading, link, text } from '../find.ts'
import type { Page } from '../Page.ts'
import type { Step } from './step.ts'

const BIRTH_DATE = '1990-06-14'

/** Signs up through the pages of site and provider, beginning with the header's button. */
async function signUp(page: Page, nickname: string): Promise<void> {
  await page.open('/')
  await page.press(button('Login'))
  await page.press(link('Login with Google'))
  await page.fill(field('Name'), nickname)
  await page.press(button('Continue'))
  await page.see(heading('Welcome to Croquis'))
  await page.expect(
    'the nickname is filled in',
    (name) => [...document.querySelectorAll('input')].some(({ value }) => value === name),
    nickname,
  )
  await fillDate(page, BIRTH_DATE)
  await page.press(button('Create account'))
  await page.see({ ...text(nickname), within: 'header' })
}

/** Sets the value as the browser's calendar does: its keys differ by browser and language. */
async function fillDate(page: Page, date: string): Promise<void> {
  await page.run((date) => {
    const field = document.querySelector<HTMLInputElement>('input[type="date"]')
    if (!field) throw new Error('there is no field for a date')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, date)
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
  }, date)
}

export const signInSteps = {
  companion: {
    name: 'another member is there, in Chromium',
    isShort: true,
    run: ({ companion, companionName }) => signUp(companion, companionName),
  },
  signUp: {
    name: 'a visitor becomes a member',
    isShort: true,
    run: ({ page, nickname }) => signUp(page, nickname),
  },
} satisfies Record<string, Step>
