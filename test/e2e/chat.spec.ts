import type { Page } from 'playwright/test'
import { SOCKET_CLOSE } from '../../contract/socket/sockets.ts'
import {
  chooseInLineMenu,
  enterRoom,
  expectInRoom,
  fieldOf,
  freshRoom,
  lineOf,
  logOf,
  sendLine,
  typeLine,
} from '../support/e2e/chat.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { currentUserId, openProfile } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postSketch } from '../support/e2e/sketches.ts'

const GLOPERATOR = 'Ines Karlsen'
const ADMIN = 'Noor'
const MUTED = /^You’re muted in this room\. You can write again in \d+ minutes\.$/

test('a visitor is asked to log in [2 §8]', async ({ page }) => {
  await page.goto('/chat')
  await expect(page.getByRole('heading', { name: 'Sorry, you must be logged in to chat.' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Login with Google' })).toBeVisible()
  await expect(page).toHaveTitle('lobby – Chat – Croquis')
})

/** Enters a new room as a new member; returns the room. */
async function enterFreshRoom(page: Page, nickname = freshName('Member')): Promise<string> {
  const room = freshRoom()
  await signInAs(page, nickname)
  await enterRoom(page, room)
  return room
}

/** Enters a room as another new member; returns their name. */
async function joinRoom(other: Page, room: string): Promise<string> {
  const name = freshName('Other')
  await signInAs(other, name)
  await enterRoom(other, room)
  return name
}

test.describe('rooms [2 §2 Chat]', () => {
  test('a room lists the members who are in it', async ({ page, anotherBrowser }) => {
    const firstName = freshName('One')
    const room = await enterFreshRoom(page, firstName)
    await expect(page).toHaveTitle(`${room} – Chat – Croquis`)
    await expect(page.getByText('1 artist here')).toBeVisible()
    const other = await anotherBrowser()
    const secondName = await joinRoom(other, room)
    await expect(page.getByText('2 artists here')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Here now' })).toMatchAriaSnapshot(`
      - list:
        - listitem:
          - link "${firstName}"
        - listitem:
          - link "${secondName}"
    `)
    await sendLine(page, 'Hello there')
    await expect(page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: room })).toContainText(
      '2 here',
    )
    await other.close()
    await expect(page.getByText('1 artist here')).toBeVisible()
  })

  test("members in a room read each other's lines", async ({ page, anotherBrowser }) => {
    const firstName = freshName('One')
    const room = await enterFreshRoom(page, firstName)
    const other = await anotherBrowser()
    const secondName = await joinRoom(other, room)
    await sendLine(page, 'Hello there')
    await typeLine(other, 'Hello yourself :)')
    await expect(page.getByText(`${secondName}: Hello yourself :)`)).toBeAttached()
    await expect(logOf(page)).toMatchAriaSnapshot(`
      - log:
        - article:
          - paragraph:
            - link "${firstName}"
            - time
          - paragraph: Hello there
          - button "More actions for the message by ${firstName}"
        - article:
          - paragraph:
            - link "${secondName}"
            - time
          - paragraph:
            - text: Hello yourself
            - img "smile"
          - button "More actions for the message by ${secondName}"
    `)
    await typeLine(other, '/me waves')
    await expect(lineOf(page, 'waves')).toHaveText(`${secondName} waves`)
  })

  test('a line typed without a connection is kept, and sent once when the connection is back', async ({
    page,
    anotherBrowser,
  }) => {
    const room = await enterFreshRoom(page)
    const other = await anotherBrowser()
    await joinRoom(other, room)
    await page.context().setOffline(true)
    await expect(page.getByText('Messages will be sent when you’re back online.')).toBeVisible()
    await typeLine(page, 'Typed meanwhile')
    await expect(lineOf(page, 'Typed meanwhile')).toContainText('Not sent yet')
    await sendLine(other, 'Said meanwhile')
    await page.context().setOffline(false)

    for (const browser of [page, other]) {
      await expect(lineOf(browser, 'meanwhile').locator('p:nth-child(2)')).toHaveText([
        'Said meanwhile',
        'Typed meanwhile',
      ])
    }
    await expect(page.getByText('Messages will be sent when you’re back online.')).toBeHidden()
    await page.reload()
    await expect(logOf(page).getByRole('article')).toHaveCount(2)
  })

  test('a line cannot be edited without a connection', async ({ page }) => {
    await enterFreshRoom(page)
    await sendLine(page, 'Before')
    await chooseInLineMenu(page, 'Before', 'Edit')
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await expect(page.getByText('Messages will be sent when you’re back online.')).toBeVisible()
    await fieldOf(page).press('Enter')
    await expect(fieldOf(page)).toHaveAccessibleDescription(/^You can’t change this/)
    await fieldOf(page).press('Escape')
    await expect(fieldOf(page)).not.toHaveAccessibleDescription(/^You can’t change this/)
  })

  test('the page reconnects to a room by itself, and keeps an unsent line over a reload', async ({ page }) => {
    const room = freshRoom()
    await signInAs(page, freshName('Cut'))
    let cut = true
    await page.routeWebSocket(/\/socket\/chat\//, (socket) => {
      if (cut) return socket.close({ code: 1011 })
      socket.connectToServer()
    })
    await page.goto(`/chat/${room}`)
    await expect(page.getByText('Messages will be sent when you’re back online.')).toBeVisible()
    await typeLine(page, 'Kept for later')
    await page.reload()
    await expect(lineOf(page, 'Kept for later')).toContainText('Not sent yet')
    await page.getByRole('button', { name: 'Try now' }).click()
    await expect(page.getByText('Messages will be sent when you’re back online.')).toBeVisible()
    cut = false
    await expectInRoom(page, room)
    await expect(lineOf(page, 'Kept for later').getByRole('button')).toBeVisible()
    await page.reload()
    await expect(logOf(page).getByRole('article')).toHaveCount(1)
  })

  test('each room keeps its draft over a reload until it is sent', async ({ page }) => {
    const [room, another] = [await enterFreshRoom(page), freshRoom()]
    await fieldOf(page).fill('Half a line')
    await page.reload()
    await expect(fieldOf(page)).toHaveValue('Half a line')
    await enterRoom(page, another)
    await expect(fieldOf(page)).toHaveValue('')
    await enterRoom(page, room)
    await expect(fieldOf(page)).toHaveValue('Half a line')
    await sendLine(page, 'Half a line, and the rest')
    await page.reload()
    await expect(logOf(page).getByRole('article')).toHaveCount(1)
    await expect(fieldOf(page)).toHaveValue('')
  })

  test('the draft returns when the edit of another line is cancelled', async ({ page }) => {
    await enterFreshRoom(page)
    await sendLine(page, 'A published line')
    await fieldOf(page).fill('Half a line')
    await page.reload()
    await chooseInLineMenu(page, 'A published line', 'Edit')
    await expect(fieldOf(page)).toHaveValue('A published line')
    await fieldOf(page).press('Escape')
    await expect(fieldOf(page)).toHaveValue('Half a line')
  })

  test('a room ignores empty input', async ({ page }) => {
    await signInAs(page, freshName('Empty'))
    await enterRoom(page, freshRoom())
    await typeLine(page, '   ')
    await sendLine(page, 'Something')
    await expect(logOf(page).getByRole('article')).toHaveCount(1)
  })

  test('a room hides members who blocked, or are blocked by, the current member', async ({ page, anotherBrowser }) => {
    const [room, rude] = [freshRoom(), freshName('Rude')]
    await signInAs(page, freshName('Quiet'))
    const other = await anotherBrowser()
    await signInAs(other, rude)
    await enterRoom(other, room)
    await sendLine(other, 'Said by them')
    await openProfile(page, `/user/${await currentUserId(other)}`, rude)
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Block' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click()
    await expect(page.getByText('You blocked this member.')).toBeVisible()

    await enterRoom(page, room)
    await sendLine(page, 'Said by me')
    await expect(lineOf(page, 'Said by them')).toHaveCount(0)
    await expect(page.getByRole('list', { name: 'Here now' }).getByRole('link', { name: rude })).toHaveCount(0)
    await other.reload()
    await expect(lineOf(other, 'Said by them')).toBeVisible()
    await expect(lineOf(other, 'Said by me')).toHaveCount(0)
  })

  test('a room is opened by /join or by name, which is normalised to lower case and dashes', async ({ page }) => {
    const room = await enterFreshRoom(page)
    await typeLine(page, `/join ${room.toUpperCase().replaceAll('-', ' ')} Still Life!`)
    await expect(page).toHaveURL(`/chat/${room}-still-life`)
    await expectInRoom(page, `${room}-still-life`)
    const join = async (name: string) => {
      await page.getByLabel('Join a room').fill(name)
      await page.getByRole('button', { name: 'Join', exact: true }).click()
    }
    await join('!!')
    await expect(page.getByText('Room names can have letters and digits.')).toBeVisible()
    await join(room)
    await expectInRoom(page, room)
  })
})

test.describe('commands [2 §8]', () => {
  test('/report takes the link of a profile', async ({ page, anotherBrowser }) => {
    const other = await anotherBrowser()
    await signInAs(other, freshName('Reported'))
    await enterFreshRoom(page)
    await typeLine(page, `/report ${new URL(`/user/${await currentUserId(other)}`, page.url())}`)
    await expect(page.getByText('Thanks for helping keep the site safe.')).toBeVisible()
    await expect(logOf(page).getByRole('article')).toHaveCount(0)
  })

  test("a command is refused if it is unknown, or not followed by another member's profile", async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 4/)
    await enterFreshRoom(page)
    for (const text of ['/report them', `/report /user/${await currentUserId(page)}`]) {
      await typeLine(page, text)
      await expect(fieldOf(page)).toHaveAccessibleDescription("Use /report followed by the user's profile page link")
      await expect(fieldOf(page)).toHaveValue(text)
      await fieldOf(page).fill('')
      await expect(fieldOf(page)).not.toHaveAccessibleDescription(/^Use \/report/)
    }
    await typeLine(page, '/fireworks')
    await expect(page.getByText('Unknown command.')).toBeVisible()
    await expect(logOf(page).getByRole('article')).toHaveCount(0)
  })
})

test('a room that cannot be entered shows the reason', async ({ page }) => {
  await signInAs(page, freshName('Shut out'), '/')
  await page.goto('/chat/group-of-nobody')
  await expect(page.getByText('This room doesn’t exist.')).toBeVisible()
  const rooms = Array.from({ length: 10 }, freshRoom)
  await page.evaluate(async (rooms) => {
    const opened = (room: string) =>
      new Promise((resolve) => {
        new WebSocket(`/socket/chat/${room}`).onopen = resolve
      })
    for (const room of rooms) await opened(room)
  }, rooms)
  await page.goto(`/chat/${freshRoom()}`)
  await expect(page.getByText('You already have 10 rooms, the maximum.')).toBeVisible()
  await expect(fieldOf(page)).toHaveCount(0)
  await enterRoom(page, rooms[0] ?? '')
})

test('a room that stops admitting a member shows what they can do', async ({ page }) => {
  const room = freshRoom()
  await signInAs(page, freshName('Turned away'))
  let code: number | null = SOCKET_CLOSE.forbidden
  await page.routeWebSocket(/\/socket\/chat\//, (socket) => {
    if (code !== null) return socket.close({ code })
    socket.connectToServer()
  })
  await page.goto(`/chat/${room}`)
  await expect(page.getByText('You can’t enter this room.')).toBeVisible()
  code = null
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectInRoom(page, room)
  code = SOCKET_CLOSE.badMessage
  await page.reload()
  await expect(page.getByText('Chat was updated.')).toBeVisible()
  code = null
  await page.getByRole('button', { name: 'Reload' }).click()
  await expectInRoom(page, room)
})

test.describe('lines', () => {
  test('a reply leads to the line that it answers', async ({ page, anotherBrowser }) => {
    const room = await enterFreshRoom(page)
    await sendLine(page, 'Anyone here?')
    const other = await anotherBrowser()
    await joinRoom(other, room)
    await chooseInLineMenu(other, 'Anyone here?', 'Reply')
    await expect(fieldOf(other)).toBeFocused()
    await sendLine(other, 'I am')
    await lineOf(page, 'I am')
      .getByRole('button', { name: /^Reply to/ })
      .click()
    await expect(page.locator(':focus')).toContainText('Anyone here?')
  })

  test('members edit and delete their own lines', async ({ page, anotherBrowser }) => {
    const room = await enterFreshRoom(page)
    const other = await anotherBrowser()
    await joinRoom(other, room)
    await sendLine(page, 'Anyone here?')
    await sendLine(other, 'I am')
    await fieldOf(page).press('ArrowUp')
    await expect(fieldOf(page)).toHaveValue('Anyone here?')
    await typeLine(page, 'Anyone at all?')
    await expect(lineOf(other, 'Anyone at all?').first()).toContainText('edited')
    await chooseInLineMenu(other, 'I am', 'Delete')
    for (const each of [page, other]) await expect(lineOf(each, 'I am')).toHaveCount(0)
    await expect(lineOf(other, 'Anyone at all?')).toBeFocused()
  })

  test('a line links to members, pages and sketches, and is otherwise plain text', async ({ page, anotherBrowser }) => {
    const [room, name] = [freshRoom(), freshName('Named')]
    await signInAs(page, name)
    const sketch = await postSketch(page, { title: 'Heron' })
    await enterRoom(page, room)
    const other = await anotherBrowser()
    await signInAs(other, freshName('Calls'))
    await enterRoom(other, room)
    await fieldOf(other).pressSequentially(`See @${name.slice(0, 4)}`)
    await other.getByRole('option', { name }).click()
    await expect(fieldOf(other)).toHaveValue(`See @${name} `)
    await fieldOf(other).pressSequentially(`/sketch/${sketch} https://elsewhere.example/x <b>bold</b>`)
    await fieldOf(other).press('Enter')
    const line = lineOf(page, 'See')
    await expect(line.getByRole('link', { name: `@${name}` })).toHaveAttribute(
      'href',
      `/user/${await currentUserId(page)}`,
    )
    await expect(line.getByRole('link', { name: 'Heron' })).toBeVisible()
    const elsewhere = line.getByRole('link', { name: 'https://elsewhere.example/x' })
    await expect(elsewhere).toHaveAttribute('rel', 'nofollow ugc noopener noreferrer')
    await expect(line).toContainText('<b>bold</b>')
  })
})

test.describe('moderation [2 §6]', () => {
  /**
   * Creates a room as staff, with a line by another new member. A member can create ten rooms, so some tests name
   * another member as `staff`.
   */
  async function moderatedRoom(
    page: Page,
    other: Page,
    staff: string = GLOPERATOR,
  ): Promise<{ room: string; name: string }> {
    const [room, name] = [freshRoom(), freshName('Loud')]
    await signInAs(page, staff)
    await enterRoom(page, room)
    await signInAs(other, name)
    await enterRoom(other, room)
    await sendLine(other, 'Something loud')
    return { room, name }
  }

  async function enterRoomWithLine(page: Page): Promise<void> {
    await signInAs(page, ADMIN)
    await enterRoom(page, freshRoom())
    await sendLine(page, 'Something loud')
  }

  async function chooseInSettings(page: Page, what: string, choice: string): Promise<void> {
    await page.getByRole('button', { name: 'Room settings' }).click()
    await page.getByRole('button', { name: new RegExp(what) }).click()
    await page.getByRole('option', { name: choice }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog', { name: /^Settings for/ })).toBeHidden()
  }
  const slowDown = (page: Page, pace: string) => chooseInSettings(page, 'Slow mode', pace)

  test('a muted member keeps the text that they were typing', async ({ page, anotherBrowser }) => {
    const other = await anotherBrowser()
    const { name } = await moderatedRoom(page, other)
    await chooseInLineMenu(page, 'Something loud', 'Mute')
    await page
      .getByRole('dialog', { name: `Mute ${name}` })
      .getByRole('button', { name: 'Mute' })
      .click()
    await expect(fieldOf(other)).toHaveAccessibleDescription(MUTED)
    await typeLine(other, 'But why')
    await expect(other.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true')
    await expect(fieldOf(other)).toHaveValue('But why')
    await expectAccessible(other)

    await page.getByRole('button', { name: 'Room settings' }).click()
    await page.getByRole('button', { name: `Unmute ${name}` }).click()
    await expect(page.getByRole('button', { name: `Unmute ${name}` })).toBeHidden()
    await expect(fieldOf(other)).not.toHaveAccessibleDescription(MUTED)
    await fieldOf(other).press('Enter')
    await expect(lineOf(page, 'But why')).toBeAttached()
  })

  test('a banned member is removed from the room at once, also after being muted', async ({ page, anotherBrowser }) => {
    const other = await anotherBrowser()
    const { room, name } = await moderatedRoom(page, other)
    await chooseInLineMenu(page, 'Something loud', 'Mute')
    await page.getByRole('dialog').getByRole('button', { name: 'Mute' }).click()
    await expect(fieldOf(other)).toHaveAccessibleDescription(MUTED)
    await typeLine(other, 'You cannot stop me')

    await chooseInLineMenu(page, 'Something loud', 'Ban or warn')
    const dialog = page.getByRole('dialog', { name: `Ban or warn ${name}` })
    await dialog.getByRole('button', { name: 'Duration' }).click()
    await page.getByRole('option', { name: '3 hours', exact: true }).click()
    await dialog.getByLabel('Reason').fill('Was asked to stop.')
    await dialog.getByRole('button', { name: 'Ban or warn' }).click()
    await expect(other.getByRole('heading', { name: 'Sorry, you must be logged in to chat.' })).toBeVisible()
    await expect(page.getByText('1 artist here')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Here now' }).getByRole('link', { name })).toHaveCount(0)
    await expect(lineOf(page, 'You cannot stop me')).toHaveCount(0)
    await signInAs(other, name)
    await other.goto(`/chat/${room}`)
    await expect(other.getByRole('heading', { name: 'Account Suspended' })).toBeVisible()
    await expect(page.getByText('1 artist here')).toBeVisible()
  })

  test('the topic of a room links to pages', async ({ page, anotherBrowser }) => {
    await moderatedRoom(page, await anotherBrowser(), ADMIN)
    await sendLine(page, 'Today we draw /tag/sea')
    await chooseInLineMenu(page, 'Today we draw', 'Pin as topic')
    await expect(page.getByText('Topic: ').locator('..').getByRole('link')).toHaveAttribute('href', '/tag/sea')
  })

  test('a moderator pins a line as topic, and removes the topic', async ({ page, anotherBrowser }) => {
    const other = await anotherBrowser()
    await moderatedRoom(page, other, ADMIN)
    await chooseInLineMenu(page, 'Something loud', 'Pin as topic')
    await expect(other.getByText('Topic: Something loud')).toBeVisible()
    await expect(other.getByRole('button', { name: 'Remove the topic' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove the topic' }).click()
    await expect(other.getByText('Topic: Something loud')).toBeHidden()
  })

  test('a moderator deletes one line of a member, or all of them', async ({ page, anotherBrowser }) => {
    const other = await anotherBrowser()
    const { name } = await moderatedRoom(page, other)
    await sendLine(other, 'Worth keeping')
    await chooseInLineMenu(page, 'Worth keeping', 'Ban or warn')
    await page
      .getByRole('dialog', { name: `Ban or warn ${name}` })
      .getByRole('button', { name: 'Cancel' })
      .click()
    await chooseInLineMenu(page, 'Something loud', 'Delete')
    await expect(lineOf(other, 'Something loud')).toHaveCount(0)
    await expect(lineOf(page, 'Worth keeping')).toBeFocused()
    await chooseInLineMenu(page, 'Worth keeping', 'Clear their messages')
    await page
      .getByRole('alertdialog', { name: `Clear messages by ${name}?` })
      .getByRole('button', { name: 'Clear' })
      .click()
    await expect(logOf(other).getByRole('article')).toHaveCount(0)
    await expect(fieldOf(page)).toBeFocused()
  })

  test('lines can be held until a moderator approves or discards them', async ({ page, anotherBrowser }) => {
    const other = await anotherBrowser()
    const { name } = await moderatedRoom(page, other)
    await page.getByRole('button', { name: 'Room settings' }).click()
    await page.getByText('Moderators approve messages before they appear').click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    for (const text of ['A kind word', 'A rude word']) {
      await typeLine(other, text)
      await expect(lineOf(other, text)).toContainText('A moderator will review this message first.')
    }
    const waiting = page.getByRole('list', { name: 'Waiting for review' }).getByRole('listitem')
    await waiting
      .filter({ hasText: 'kind' })
      .getByRole('button', { name: `Approve message by ${name}` })
      .click()
    await expect(lineOf(page, 'A kind word')).toBeVisible()
    await expect(waiting.filter({ hasText: 'rude' })).toBeFocused()
    await waiting
      .filter({ hasText: 'rude' })
      .getByRole('button', { name: `Reject message by ${name}` })
      .click()
    await expect(lineOf(other, 'A rude word')).toContainText('A moderator rejected this message.')
    await expect(fieldOf(page)).toBeFocused()
    await lineOf(other, 'A rude word').getByRole('button', { name: 'Discard' }).click()
    await expect(logOf(other).getByRole('article')).toHaveCount(2)
  })

  test('a line with a blocked word is refused, and its text is kept', async ({ page, anotherBrowser }) => {
    const other = await anotherBrowser()
    await moderatedRoom(page, other)
    await page.getByRole('button', { name: 'Room settings' }).click()
    await page.getByLabel('Blocked words').fill('fudge\nrats')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await typeLine(other, 'Oh fudge')
    const refused = lineOf(other, 'Oh fudge')
    await expect(refused).toContainText('This message contains a word that is blocked here.')
    await expect(refused.getByRole('button')).toHaveText(['Edit', 'Discard'])
    await refused.getByRole('button', { name: 'Edit' }).click()
    await expect(fieldOf(other)).toBeFocused()
    await expect(fieldOf(other)).toHaveValue('Oh fudge')
    await expect(refused).toHaveCount(0)

    await fieldOf(other).fill('')
    await chooseInLineMenu(other, 'Something loud', 'Edit')
    await typeLine(other, 'Something fudge')
    await expect(other.getByRole('alert').getByText('This message contains a word')).toBeVisible()
    await expect(other.getByText('Editing your message')).toBeVisible()
    await expect(fieldOf(other)).toHaveValue('Something fudge')
    await other.setViewportSize({ width: 360, height: 640 })
    for (const under of [fieldOf(other), other.getByRole('button', { name: 'Send' })])
      await under.click({ trial: true })
    await other.getByRole('button', { name: 'Dismiss' }).click()
  })

  test('a line that is sent too soon in slow mode is refused, with the time left to wait', async ({
    page,
    anotherBrowser,
  }) => {
    const other = await anotherBrowser()
    await moderatedRoom(page, other, ADMIN)
    await slowDown(page, 'One message every 5 minutes')
    await expect(other.getByText('One message every 5 minutes')).toBeVisible()
    await typeLine(other, 'Once more')
    await expect(lineOf(other, 'Once more')).toContainText('This room is in slow mode.')
    await expect(fieldOf(other)).toHaveAccessibleDescription(/You can write again in \d+ minutes\.$/)
  })

  test('slow mode shows the waiting time, and then sends the line that was too soon', async ({
    page,
    anotherBrowser,
  }) => {
    const room = freshRoom()
    await signInAs(page, GLOPERATOR)
    await enterRoom(page, room)
    await slowDown(page, 'One message every 10 seconds')
    const other = await anotherBrowser()
    await signInAs(other, freshName('Hasty'))
    await enterRoom(other, room)
    await sendLine(other, 'First')
    await typeLine(other, 'Too soon')
    await expect(lineOf(other, 'Too soon')).toContainText('This room is in slow mode.')
    const send = other.getByRole('button', { name: 'Send' })
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    for (const left of [/in 8 seconds\.$/, /in 5 seconds\.$/])
      await expect(fieldOf(other)).toHaveAccessibleDescription(left)
    await expect(send).toHaveAttribute('aria-disabled', 'false')
    await expect(other.getByText('You can write again.', { exact: true })).toBeAttached()
    await lineOf(other, 'Too soon').getByRole('button', { name: 'Try again' }).click()
    await expect(lineOf(page, 'Too soon')).toBeVisible()
  })

  test('only fans of the owner can speak when the owner chose so, and others see why', async ({
    page,
    anotherBrowser,
  }) => {
    const room = freshRoom()
    await signInAs(page, freshName('Owner'))
    await enterRoom(page, room)
    const other = await anotherBrowser()
    await signInAs(other, freshName('Guest'))
    await enterRoom(other, room)
    await expect(other.getByRole('button', { name: 'Room settings' })).toHaveCount(0)
    await chooseInSettings(page, 'Who can write', 'Fans of the owner')
    await typeLine(other, 'May I?')
    const refused = lineOf(other, 'May I?')
    await expect(refused).toContainText('Only fans of this room’s owner can write here.')
    await sendLine(page, 'I may')
    await expect(lineOf(page, 'May I?')).toHaveCount(0)

    const user = await currentUserId(page)
    await other.request.post('/api/fan', { headers: siteHeaders(), data: { user } })
    await other.reload()
    await refused.getByRole('button', { name: 'Try again' }).click()
    await expect(lineOf(page, 'May I?')).toBeVisible()
  })

  test('only members older than a day can speak when staff chose so, and others see why', async ({
    page,
    anotherBrowser,
  }) => {
    const [newcomer, old] = [await anotherBrowser(), await anotherBrowser()]
    const { room } = await moderatedRoom(page, newcomer)
    await chooseInSettings(page, 'Who can write', 'Members for a day or longer')
    await typeLine(newcomer, 'I came today')
    await expect(lineOf(newcomer, 'I came today')).toContainText(
      'In this room, members can write one day after joining.',
    )
    await signInAs(old, 'Halvard')
    await enterRoom(old, room)
    await sendLine(old, 'I came long ago')
    await chooseInSettings(page, 'Who can write', 'Everyone')
    await lineOf(newcomer, 'I came today').getByRole('button', { name: 'Try again' }).click()
    await expect(lineOf(old, 'I came today')).toBeVisible()
  })

  test('an announcement is shown above the lines for at most 10 s', async ({ page, anotherBrowser }) => {
    const other = await anotherBrowser()
    await other.clock.install()
    await moderatedRoom(page, other)
    await page.getByRole('button', { name: 'Room settings' }).click()
    const announce = async (text: string) => {
      await page.getByLabel('Announcement').fill(text)
      await page.getByRole('button', { name: 'Announce' }).click()
    }
    const banner = (text: string) =>
      other
        .locator('div')
        .filter({ has: other.getByRole('button', { name: 'Dismiss' }) })
        .getByText(text)
    await announce('The site rests at noon')
    await expect(banner('The site rests at noon').first()).toBeVisible()
    await other.clock.fastForward(9000)
    await expect(banner('The site rests at noon').first()).toBeVisible()
    await other.clock.fastForward(1000)
    await expect(other.getByRole('button', { name: 'Dismiss' })).toBeHidden()
    await announce('It is back')
    await other.getByRole('button', { name: 'Dismiss' }).click()
    await expect(other.getByRole('button', { name: 'Dismiss' })).toBeHidden()
    await expect(lineOf(other, 'It is back')).toBeVisible()
  })

  test('a failed announcement keeps its text and shows an error', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/ERR_FAILED/)
    await signInAs(page, GLOPERATOR)
    await enterRoom(page, freshRoom())
    await page.route('**/api/v2/chat/moderate', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Room settings' }).click()
    const field = page.getByLabel('Announcement')
    await field.fill('The site rests at noon')
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription('The announcement failed. Try again in a bit.')
    await expect(field).toHaveValue('The site rests at noon')
    await field.press('Enter')
    await expect(field).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(lineOf(page, 'The site rests at noon')).toBeVisible()
  })

  test('staff can search for a line', async ({ page }) => {
    await enterRoomWithLine(page)
    await page.getByRole('button', { name: 'Search this room' }).click()
    await page.getByRole('searchbox', { name: 'Words' }).fill('loud')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('dialog').getByText('Something loud')).toBeVisible()
  })

  test('an empty search and an empty announcement are not sent [2 §5]', async ({ page }) => {
    await enterRoomWithLine(page)
    const called: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/search')) called.push(`search ${searchParams.get('query')}`)
      if (pathname.endsWith('/moderate')) called.push(`announce ${request.postDataJSON().message}`)
    })
    await page.getByRole('button', { name: 'Search this room' }).click()
    for (const query of ['   ', 'loud']) {
      await page.getByRole('searchbox', { name: 'Words' }).fill(query)
      await page.getByRole('button', { name: 'Search', exact: true }).click()
    }
    await expect(page.getByRole('dialog').getByText('Something loud')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Room settings' }).click()
    for (const text of ['   ', 'Something']) {
      await page.getByLabel('Announcement').fill(text)
      await page.getByRole('button', { name: 'Announce' }).click()
    }
    await expect(page.getByText('Announced', { exact: true })).toBeVisible()
    expect(called).toEqual(['search loud', 'announce Something'])
  })
})

test.describe('chat box', () => {
  const tab = (page: Page) => page.getByRole('complementary', { name: 'Chat' }).getByRole('button', { name: /^Chat/ })

  test('the chat box counts unread lines on every other page', async ({ page, anotherBrowser }) => {
    await signInAs(page, freshName('Counts'))
    await page.goto('/chat')
    await expectInRoom(page, 'lobby')
    await page.goto('/artists')
    await expect(tab(page)).toHaveAccessibleName('Chat')
    const other = await anotherBrowser()
    await signInAs(other, freshName('Chatty'))
    await enterRoom(other, 'lobby')
    await sendLine(other, `Unread by ${freshName('')}`)
    await expect(tab(page)).toHaveAccessibleName(/Chat \d+ unread/)
    await tab(page).click()
    await page.keyboard.press('Escape')
    await expect(tab(page)).toHaveAccessibleName('Chat')
  })

  test('the chat box shows "+" from 10 unread lines, and tells a screen reader the number [1 §9]', async ({
    page,
    anotherBrowser,
  }) => {
    const room = freshRoom()
    await signInAs(page, freshName('Busy'), '/artists')
    await tab(page).click()
    await typeLine(page, `/join ${room}`)
    await expect(page.getByText('No messages yet.')).toBeVisible()
    await page.keyboard.press('Escape')
    const [first, second] = [await anotherBrowser(), await anotherBrowser()]
    for (const browser of [first, second]) {
      await signInAs(browser, freshName('Chatty'))
      await enterRoom(browser, room)
    }
    for (const line of ['1', '2', '3', '4', '5']) await sendLine(first, `One ${line}`)
    for (const line of ['1', '2', '3', '4']) await sendLine(second, `Two ${line}`)
    await expect(tab(page)).toHaveAccessibleName('Chat 9 unread')
    await expect(tab(page).getByText('9', { exact: true })).toBeVisible()
    await sendLine(second, 'Two 5')
    await expect(tab(page)).toHaveAccessibleName('Chat 10 unread')
    await expect(tab(page).getByText('+', { exact: true })).toBeVisible()
  })

  test('the chat box opens by key, sends a line, and returns the focus', async ({ page }) => {
    const room = freshRoom()
    await signInAs(page, freshName('Boxed'))
    await page.goto('/artists')
    await tab(page).focus()
    await page.keyboard.press('Enter')
    await expect(fieldOf(page)).toBeFocused()
    await typeLine(page, `/join ${room}`)
    await expect(page.getByRole('heading', { level: 2, name: room })).toBeVisible()
    await expect(fieldOf(page)).toBeFocused()
    const box = await page.getByRole('complementary', { name: 'Chat' }).boundingBox()
    expect([box?.width, box?.height]).toEqual([320, 400])
    await sendLine(page, 'From the box')
    await expectAccessible(page)
    await fieldOf(page).focus()
    await page.keyboard.press('Escape')
    await expect(tab(page)).toBeFocused()
    await tab(page).click()
    await page.getByRole('link', { name: `Open ${room} as a page` }).click()
    await expectInRoom(page, room)
    await expect(lineOf(page, 'From the box')).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Chat' })).toHaveCount(0)
  })

  test('visitors see no chat box', async ({ page }) => {
    await page.goto('/')
    await page.keyboard.press('?')
    await expect(page.getByRole('complementary', { name: 'Chat' })).toHaveCount(0)
  })
})

test('a dialog that cannot be loaded offline leaves the room intact, and opens once the page is online', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_INTERNET_DISCONNECTED|a component could not be loaded/)
  await signInAs(page, freshName('Offline'))
  await enterRoom(page, freshRoom())
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Room settings' }).click()
  await expect(page.getByText('That couldn’t be loaded.')).toBeVisible()
  await typeLine(page, 'Kept until there is a network')
  await page.context().setOffline(false)
  await expect(lineOf(page, 'Kept until there is a network')).toBeVisible()
  await page.getByRole('button', { name: 'Room settings' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a room name without letters and digits is not found', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/^Response |React Router caught the following error/)
  await signInAs(page, freshName('Lost'))
  await page.goto('/chat/!!!')
  await expect(page.getByText("Sorry, we couldn't find the page you're looking for.")).toBeVisible()
})

test('the chat page is accessible and usable at 320 px', async ({ page }) => {
  const room = freshRoom()
  await signInAs(page, freshName('Narrow'))
  await enterRoom(page, room)
  await sendLine(page, 'A line, and a rather long one at that, for it has to break somewhere')
  await page.getByRole('button', { name: 'Skip messages' }).focus()
  await expect(page.getByRole('button', { name: 'Skip messages' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: /^Message/ })).toBeFocused()
  await page.setViewportSize({ width: 320, height: 640 })
  await sendLine(page, 'Another')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(640)
  await page.getByRole('button', { name: 'Rooms' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'lobby' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('link', { name: 'lobby' }).click()
  await expectInRoom(page, 'lobby')
  await page.getByRole('button', { name: 'People' }).click()
  await expect(page.getByRole('dialog', { name: 'Here now' })).toBeVisible()
})
