import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { loseReply } from '../support/e2e/lose-reply.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { postSketch } from '../support/e2e/sketches.ts'

const posts = (page: Page, nickname: string) => page.getByRole('log', { name: `Messages with ${nickname}` })
const topic = (page: Page, subject: string) => page.getByRole('listitem').filter({ hasText: subject })
const mail = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Messages/ })

test.describe('messages [2 §2]', () => {
  test('a first message with a sketch arrives without a reload, is accepted, answered, reported and deleted', async ({
    page,
    anotherBrowser,
  }) => {
    const [mira, ines] = [freshName('Mira'), freshName('Ines')]
    await signInAs(page, mira)
    await postSketch(page, { title: 'The heron' })
    const reader = await anotherBrowser()
    await signInAs(reader, ines, '/messages?folder=requests')
    await expect(reader.getByText('No requests.')).toBeVisible()

    await page.goto(`/user/${await currentUserId(reader)}`)
    await page.getByRole('link', { name: 'Message', exact: true }).click()
    await page.getByLabel('Subject').fill('Heron, for the poster')
    await page.getByRole('textbox', { name: 'Message' }).fill('May I show it to you?')
    await page.getByRole('button', { name: 'Attach a sketch' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'The heron' }).click()
    await expect(page.getByRole('button', { name: 'Remove The heron' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Heron, for the poster' })).toBeVisible()
    await expect(page.getByText(`You can write again once ${ines} accepts your message.`)).toBeVisible()

    // By the channel: the page is not loaded again.
    await expect(topic(reader, 'Heron, for the poster')).toBeVisible()
    await expect(mail(reader)).toHaveText(/1 unread/)
    await expectAccessible(reader)
    await topic(reader, 'Heron, for the poster').getByRole('link').click()
    await expect(posts(reader, mira).getByRole('link', { name: /The heron/ })).toBeVisible()
    await expect(mail(reader)).not.toHaveText(/unread/)
    await reader.getByRole('button', { name: 'Accept' }).click()
    await expect(reader.getByRole('button', { name: 'Accept' })).toBeHidden()
    await expect(reader.getByRole('textbox', { name: `Reply to ${mira}` })).toBeFocused()

    await reader.keyboard.type('Gladly.')
    await reader.keyboard.press('Control+Enter')
    await expect(posts(reader, mira).getByText('Gladly.')).toBeVisible()
    await expect(posts(page, ines).getByText('Gladly.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: `Reply to ${ines}` })).toBeVisible()
    await expectAccessible(reader)

    await reader.getByRole('button', { name: 'Report' }).click()
    await reader.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
    await expect(reader.getByText('Thanks for your report, it will be reviewed by a gloperator.')).toBeVisible()
    await reader.getByRole('button', { name: 'Delete thread' }).click()
    await reader.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(reader).toHaveURL('/messages')
    await expect(reader.getByText('Messages you send and receive will appear here.')).toBeVisible()
  })

  test('a text survives a failure and a reload, and a reply whose answer was lost is sent once [2 §4]', async ({
    page,
    anotherBrowser,
    consoleErrors,
  }) => {
    consoleErrors.allow(/Failed to load resource/)
    const [mira, ines] = [freshName('Mira'), freshName('Ines')]
    const other = await anotherBrowser()
    await signInAs(other, ines)
    await signInAs(page, mira, `/message/write/${await currentUserId(other)}`)
    await page.getByLabel('Subject').fill('Still life swap')
    await page.getByRole('textbox', { name: 'Message' }).fill('Three pears.')
    await page.reload()
    await expect(page.getByLabel('Subject')).toHaveValue('Still life swap')
    await page.route('**/api/v2/message/write', (route) => route.abort())
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Sorry, there was an error sending your message. Please retry in a bit.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Three pears.')
    await page.unroute('**/api/v2/message/write')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(posts(page, ines).getByText('Three pears.')).toBeVisible()

    await other.setViewportSize({ width: 360, height: 740 })
    await other.goto('/messages?folder=requests')
    await topic(other, 'Still life swap').getByRole('link').click()
    await expect(other.getByRole('heading', { level: 1, name: 'Still life swap' })).toBeFocused()
    await expect(other.getByRole('link', { name: 'Write' })).toBeHidden()
    await expect(posts(other, mira).getByText('Three pears.')).toBeVisible()
    await loseReply(other, '**/api/v2/message/reply')
    await other.getByRole('textbox', { name: `Reply to ${mira}` }).fill('And a cup.')
    await other.getByRole('button', { name: 'Send' }).click()
    await expect(other.getByText('Sorry, there was an error sending your message.')).toBeVisible()
    await other.reload()
    await expect(posts(other, mira).getByText('And a cup.')).toHaveCount(1)
    await expect(other.getByRole('textbox', { name: `Reply to ${mira}` })).toHaveValue('')
    await expectAccessible(other)
    await other.getByRole('link', { name: 'Back to messages' }).click()
    await expect(topic(other, 'Still life swap').getByText('You: And a cup.')).toBeVisible()
    await other.goto('/e/message/999999')
    await expect(other).toHaveURL('/messages')
  })

  test('a first message that was changed after a lost answer stays, and says that the earlier one was sent', async ({
    page,
    anotherMember,
    consoleErrors,
  }) => {
    consoleErrors.allow(/Failed to load resource/)
    const [mira, ines] = [freshName('Mira'), freshName('Ines')]
    const other = await anotherMember(ines)
    await signInAs(page, mira, `/message/write/${await currentUserId(other)}`)
    await page.getByLabel('Subject').fill('Still life swap')
    const text = page.getByRole('textbox', { name: 'Message' })
    await text.fill('Three pears.')
    await loseReply(page, '**/api/v2/message/write')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Sorry, there was an error sending your message.')).toBeVisible()
    await text.fill('Three pears and a cup.')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('An earlier version was already posted. Your text is still here.')).toBeVisible()
    await expect(text).toHaveValue('Three pears and a cup.')
    await page.goto('/messages')
    await expect(topic(page, 'Still life swap')).toHaveCount(1)
    await expect(topic(page, 'Still life swap').getByText('You: Three pears.')).toBeVisible()
  })
})
