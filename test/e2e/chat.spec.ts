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
  openIfMissing,
  sendLine,
  typeLine,
} from '../support/e2e/chat.ts'
import { expect, expectAccessible } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { becomeFan, block, currentUserId } from '../support/e2e/profiles.ts'
import { test } from '../support/e2e/room-member.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { listedSketches } from '../support/e2e/sketches.ts'

const OFFLINE = 'Messages will be sent when you’re back online.'

test('a visitor is asked to log in [2 §8]', async ({ page }) => {
  await page.goto('/chat')
  await expect(page.getByRole('heading', { name: 'Sorry, you must be logged in to chat.' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Login with Google' })).toBeVisible()
  await expect(page).toHaveTitle('lobby – Chat – Croquis')
})

/** Enters a room, by default a new one, as a new member; returns the room. */
async function enterAsNew(page: Page, room = freshRoom(), nickname = freshName('Member')): Promise<string> {
  await signInAs(page, nickname)
  await enterRoom(page, room)
  return room
}

const peopleHere = (page: Page) => page.getByRole('list', { name: 'Here now' })

test.describe('rooms [2 §2 Chat]', () => {
  test('a room lists the members who are in it', async ({ page, joinBySocket }) => {
    const nickname = freshName('One')
    const room = await enterAsNew(page, freshRoom(), nickname)
    await expect(page).toHaveTitle(`${room} – Chat – Croquis`)
    await expect(page.getByText('1 artist here')).toBeVisible()
    const other = await joinBySocket(room)
    await expect(page.getByText('2 artists here')).toBeVisible()
    await expect(peopleHere(page)).toMatchAriaSnapshot(`
      - list:
        - listitem:
          - link "${nickname}"
        - listitem:
          - link "${other.nickname}"
    `)
    await sendLine(page, 'Hello there')
    await expect(page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: room })).toContainText(
      '2 here',
    )
    other.leave()
    await expect(page.getByText('1 artist here')).toBeVisible()
  })

  test("members in a room read each other's lines", async ({ page, joinBySocket }) => {
    const nickname = freshName('One')
    const room = await enterAsNew(page, freshRoom(), nickname)
    const other = await joinBySocket(room)
    await sendLine(page, 'Hello there')
    await other.expectLines('Hello there')
    await other.say('Hello yourself :)')
    await expect(page.getByText(`${other.nickname}: Hello yourself :)`)).toBeAttached()
    await expect(logOf(page)).toMatchAriaSnapshot(`
      - log:
        - article:
          - paragraph:
            - link "${nickname}"
            - time
          - paragraph: Hello there
          - button "More actions for the message by ${nickname}"
        - article:
          - paragraph:
            - link "${other.nickname}"
            - time
          - paragraph:
            - text: Hello yourself
            - img "smile"
          - button "More actions for the message by ${other.nickname}"
    `)
    await other.say('/me waves')
    await expect(lineOf(page, 'waves')).toHaveText(`${other.nickname} waves`)
  })

  test('a line typed without a connection is sent once when the connection is back', async ({ page, joinBySocket }) => {
    const other = await joinBySocket(await enterAsNew(page))
    await page.context().setOffline(true)
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await typeLine(page, 'Typed meanwhile')
    await expect(lineOf(page, 'Typed meanwhile')).toContainText('Not sent yet')
    await other.say('Said meanwhile')
    await page.context().setOffline(false)

    await expect(lineOf(page, 'meanwhile').locator('p:nth-child(2)')).toHaveText(['Said meanwhile', 'Typed meanwhile'])
    await expect(page.getByText(OFFLINE)).toBeHidden()
    await other.expectLines('Said meanwhile', 'Typed meanwhile')
  })

  test('a line cannot be edited without a connection', async ({ page }) => {
    await enterAsNew(page)
    await sendLine(page, 'Before')
    await chooseInLineMenu(page, 'Before', 'Edit')
    await page.context().setOffline(true)
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await fieldOf(page).press('Enter')
    await expect(fieldOf(page)).toHaveAccessibleDescription(/^You can’t change this/)
    await fieldOf(page).press('Escape')
    await expect(fieldOf(page)).not.toHaveAccessibleDescription(/^You can’t change this/)
  })

  test('an unsent line is sent after a reload', async ({ page, joinBySocket }) => {
    const { room } = await joinBySocket(freshRoom())
    await signInAs(page, freshName('Cut'))
    let cut = true
    await page.routeWebSocket(/\/socket\/chat\//, (socket) => {
      if (cut) return socket.close({ code: 1011 })
      socket.connectToServer()
    })
    await page.goto(`/chat/${room}`)
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await typeLine(page, 'Kept for later')
    await page.reload()
    await expect(lineOf(page, 'Kept for later')).toContainText('Not sent yet')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try now' }).click()
    await expect(page.getByText(OFFLINE)).toBeVisible()
    cut = false
    await expectInRoom(page, room)
    await expect(lineOf(page, 'Kept for later').getByRole('button')).toBeVisible()
    await expect(logOf(page).getByRole('article')).toHaveCount(1)
  })

  test('each room keeps its draft over a reload until it is sent', async ({ page }) => {
    const [room, another] = [await enterAsNew(page), freshRoom()]
    await fieldOf(page).fill('Half a line')
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
    await enterAsNew(page)
    await sendLine(page, 'A published line')
    await fieldOf(page).fill('Half a line')
    await chooseInLineMenu(page, 'A published line', 'Edit')
    await expect(fieldOf(page)).toHaveValue('A published line')
    await fieldOf(page).press('Escape')
    await expect(fieldOf(page)).toHaveValue('Half a line')
  })

  test('a room hides members who blocked, or are blocked by, the current member', async ({ page, joinBySocket }) => {
    const room = freshRoom()
    const [rude, shy, neutral] = [await joinBySocket(room), await joinBySocket(room), await joinBySocket(room)]
    await rude.say('Said by a blocked member')
    await shy.say('Said by a member who blocked')
    await neutral.say('Said by neither')
    await signInAs(page, freshName('Quiet'))
    await block(page, rude.id)
    await block(shy, await currentUserId(page))

    await enterRoom(page, room)
    await expect(lineOf(page, 'Said by neither')).toBeVisible()
    await expect(lineOf(page, 'blocked')).toHaveCount(0)
    await expect(peopleHere(page).getByRole('link', { name: neutral.nickname })).toBeVisible()
    for (const { nickname } of [rude, shy])
      await expect(peopleHere(page).getByRole('link', { name: nickname })).toHaveCount(0)
  })

  test('the form that joins a room stays in its place when the list of rooms arrives', async ({ page }) => {
    let sendList: (() => void) | undefined
    await page.routeWebSocket(/\/socket\/chat\//, (socket) => {
      const server = socket.connectToServer()
      server.onMessage((message) => {
        if (String(message).includes('"channel-list"')) sendList = () => socket.send(message)
        else socket.send(message)
      })
    })
    await enterAsNew(page)
    const button = page.getByRole('button', { name: 'Join', exact: true })
    const place = await button.boundingBox()
    await expect.poll(() => sendList).toBeDefined()
    sendList?.()
    await expect(page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'lobby' })).toBeVisible()
    expect(await button.boundingBox()).toEqual(place)
  })

  test('a room is opened by /join or by name, which is normalised to lower case and dashes', async ({ page }) => {
    const room = await enterAsNew(page)
    await typeLine(page, `/join ${room.toUpperCase().replaceAll('-', ' ')} Still Life!`)
    await expect(page).toHaveURL(`/chat/${room}-still-life`)
    await page.getByRole('button', { name: 'Open the room' }).click()
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
  test('/report takes the link of a profile', async ({ page, anotherMember }) => {
    const reported = await currentUserId(await anotherMember(freshName('Reported')))
    await enterAsNew(page)
    await typeLine(page, `/report ${new URL(`/user/${reported}`, page.url())}`)
    await expect(page.getByText('Thanks for helping keep the site safe.')).toBeVisible()
    await expect(logOf(page).getByRole('article')).toHaveCount(0)
  })

  test('a refused command stays in the field with a hint until it is changed', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 4/)
    await enterAsNew(page)
    const itself = `/report /user/${await currentUserId(page)}`
    await typeLine(page, itself)
    await expect(fieldOf(page)).toHaveAccessibleDescription("Use /report followed by the user's profile page link")
    await expect(fieldOf(page)).toHaveValue(itself)
    await fieldOf(page).fill('')
    await expect(fieldOf(page)).not.toHaveAccessibleDescription(/^Use \/report/)
    await typeLine(page, '/fireworks')
    await expect(page.getByText('Unknown command.')).toBeVisible()
    await expect(logOf(page).getByRole('article')).toHaveCount(0)
  })
})

test('a room that cannot be entered shows the reason', async ({ page }) => {
  await signInAs(page, freshName('Shut out'))
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
  const eleventh = freshRoom()
  await page.goto(`/chat/${eleventh}`)
  await openIfMissing(page, eleventh)
  await expect(page.getByText('You already have 10 rooms, the maximum.')).toBeVisible()
  await expect(fieldOf(page)).toHaveCount(0)
})

test('a member whom a room refuses can try again or reload', async ({ page }) => {
  const room = freshRoom()
  await signInAs(page, freshName('Turned away'))
  let isForbidden = true
  let turnAway = (): Promise<void> => Promise.reject(new Error('nobody is in the room'))
  await page.routeWebSocket(/\/socket\/chat\//, (socket) => {
    if (isForbidden) return socket.close({ code: SOCKET_CLOSE.forbidden })
    socket.connectToServer()
    turnAway = () => socket.close({ code: SOCKET_CLOSE.badMessage })
  })
  await page.goto(`/chat/${room}`)
  await openIfMissing(page, room)
  await expect(page.getByText('You can’t enter this room.')).toBeVisible()
  isForbidden = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectInRoom(page, room)
  await turnAway()
  await expect(page.getByText('Chat was updated.')).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expectInRoom(page, room)
})

test.describe('lines', () => {
  test('a reply leads to the line that it answers', async ({ page, joinBySocket }) => {
    const other = await joinBySocket(freshRoom())
    await other.say('Anyone here?')
    await enterAsNew(page, other.room)
    await chooseInLineMenu(page, 'Anyone here?', 'Reply')
    await expect(fieldOf(page)).toBeFocused()
    await sendLine(page, 'I am')
    await other.expectLines('Anyone here?', 'I am')
    expect(other.view.lines.map(({ replyTo }) => replyTo)).toEqual([null, other.view.lines[0]?.id])
    await lineOf(page, 'I am')
      .getByRole('button', { name: /^Reply to/ })
      .click()
    await expect(page.locator(':focus')).toContainText('Anyone here?')
  })

  test('members edit and delete their own lines', async ({ page, joinBySocket }) => {
    const other = await joinBySocket(freshRoom())
    await other.say('I am')
    await enterAsNew(page, other.room)
    await sendLine(page, 'Anyone here?')
    await fieldOf(page).press('ArrowUp')
    await expect(fieldOf(page)).toHaveValue('Anyone here?')
    await typeLine(page, 'Anyone at all?')
    await expect(lineOf(page, 'Anyone at all?')).toContainText('edited')
    await other.expectLines('I am', 'Anyone at all?')
    await chooseInLineMenu(page, 'Anyone at all?', 'Delete')
    await expect(lineOf(page, 'Anyone at all?')).toHaveCount(0)
    await other.expectLines('I am')
    await expect(lineOf(page, 'I am')).toBeFocused()
  })

  test('only mentions, sketches and addresses of a line become links', async ({ page, joinBySocket }) => {
    const named = await joinBySocket(freshRoom(), freshName('Named'))
    const [sketch] = await listedSketches(named.request)
    await enterAsNew(page, named.room)
    await fieldOf(page).pressSequentially(`See @${named.nickname.slice(0, 4)}`)
    await page.getByRole('option', { name: named.nickname }).click()
    await expect(fieldOf(page)).toHaveValue(`See @${named.nickname} `)
    await fieldOf(page).pressSequentially(`/sketch/${sketch?.id} https://elsewhere.example/x <b>bold</b>`)
    await fieldOf(page).press('Enter')
    const line = lineOf(page, 'See')
    await expect(line.getByRole('link', { name: `@${named.nickname}` })).toHaveAttribute('href', `/user/${named.id}`)
    await expect(line.getByRole('link', { name: sketch?.title })).toBeVisible()
    const elsewhere = line.getByRole('link', { name: 'https://elsewhere.example/x' })
    await expect(elsewhere).toHaveAttribute('rel', 'nofollow ugc noopener noreferrer')
    await expect(line).toContainText('<b>bold</b>')
  })
})

test.describe('moderation of the current member [2 §6]', () => {
  const MUTED = /^You’re muted in this room\. You can write again in \d+ minutes\.$/
  const sendButton = (page: Page) => page.getByRole('button', { name: 'Send' })

  test('a muted member keeps the text that they were typing', async ({ page, joinBySocket }) => {
    const owner = await joinBySocket(freshRoom())
    await enterAsNew(page, owner.room)
    const muted = { channel: owner.room, userId: await currentUserId(page) }
    await owner.moderate({ action: 'mute', ...muted, minutes: 10, reason: '' })
    await expect(fieldOf(page)).toHaveAccessibleDescription(MUTED)
    await typeLine(page, 'But why')
    await expect(sendButton(page)).toHaveAttribute('aria-disabled', 'true')
    await expect(fieldOf(page)).toHaveValue('But why')
    await expectAccessible(page)

    await owner.moderate({ action: 'unmute', ...muted })
    await expect(fieldOf(page)).not.toHaveAccessibleDescription(MUTED)
    await fieldOf(page).press('Enter')
    await owner.expectLines('But why')
  })

  test('a ban removes a member from the room at once, even while they are muted', async ({
    page,
    joinBySocket,
    anotherMember,
  }) => {
    const owner = await joinBySocket(freshRoom())
    await enterAsNew(page, owner.room)
    const userId = await currentUserId(page)
    await owner.moderate({ action: 'mute', channel: owner.room, userId, minutes: 10, reason: '' })
    await expect(fieldOf(page)).toHaveAccessibleDescription(MUTED)
    await typeLine(page, 'You cannot stop me')

    const { request } = await anotherMember('Ines Karlsen')
    const data = { uid: userId, duration: 3, reason: 'Was asked to stop.' }
    expect((await request.post('/api/v2/gloperate/ban', { headers: siteHeaders(), data })).status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: 'Account Suspended' })).toBeVisible()
    await expect.poll(() => owner.view.people.map(({ id }) => id)).toEqual([owner.id])
    expect(owner.lines()).toEqual([])
  })

  test('everyone in a room reads its topic, with links to pages', async ({ page, joinBySocket }) => {
    const owner = await joinBySocket(freshRoom())
    await owner.moderate({ action: 'topic', channel: owner.room, message: 'Today we draw /tag/sea' })
    await enterAsNew(page, owner.room)
    await expect(page.getByText('Topic: ').locator('..').getByRole('link')).toHaveAttribute('href', '/tag/sea')
  })

  test('only moderators of a room are offered its settings and actions on others', async ({ page, joinBySocket }) => {
    const owner = await joinBySocket(freshRoom())
    await owner.say('Something loud')
    await owner.moderate({ action: 'topic', channel: owner.room, message: 'Waves' })
    await enterAsNew(page, owner.room)
    await expect(page.getByText('Topic: Waves')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove the topic' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Room settings' })).toHaveCount(0)
    await page.getByRole('button', { name: /^More actions for the message/ }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Reply', 'Report'])
  })

  test('a held or rejected line says so until it is discarded', async ({ page, joinBySocket }) => {
    const owner = await joinBySocket(freshRoom())
    await owner.setRules({ hold: true })
    await enterAsNew(page, owner.room)
    await typeLine(page, 'A rude word')
    const line = lineOf(page, 'A rude word')
    await expect(line).toContainText('A moderator will review this message first.')
    await expect.poll(() => owner.view.held).toHaveLength(1)
    const id = owner.view.held[0]?.id ?? 0
    await owner.moderate({ action: 'review', channel: owner.room, id, approve: false })
    await expect(line).toContainText('A moderator rejected this message.')
    await line.getByRole('button', { name: 'Discard' }).click()
    await expect(line).toHaveCount(0)
  })

  test('a line that is refused for a blocked word keeps its text', async ({ page, joinBySocket }) => {
    const owner = await joinBySocket(freshRoom())
    await owner.setRules({}, ['fudge', 'rats'])
    await enterAsNew(page, owner.room)
    await sendLine(page, 'Something loud')
    await typeLine(page, 'Oh fudge')
    const refused = lineOf(page, 'Oh fudge')
    await expect(refused).toContainText('This message contains a word that is blocked here.')
    await expect(refused.getByRole('button')).toHaveText(['Edit', 'Discard'])
    await refused.getByRole('button', { name: 'Edit' }).click()
    await expect(fieldOf(page)).toBeFocused()
    await expect(fieldOf(page)).toHaveValue('Oh fudge')
    await expect(refused).toHaveCount(0)

    await fieldOf(page).fill('')
    await chooseInLineMenu(page, 'Something loud', 'Edit')
    await typeLine(page, 'Something fudge')
    await expect(page.getByRole('alert').getByText('This message contains a word')).toBeVisible()
    await expect(page.getByText('Editing your message')).toBeVisible()
    await expect(fieldOf(page)).toHaveValue('Something fudge')
    await page.setViewportSize({ width: 360, height: 640 })
    for (const control of [fieldOf(page), sendButton(page)]) await control.click({ trial: true })
    await page.getByRole('button', { name: 'Dismiss' }).click()
  })

  test('a line refused by slow mode can be sent again after the stated wait', async ({ page, joinBySocket }) => {
    const owner = await joinBySocket(freshRoom())
    await owner.setRules({ slowSeconds: 300 })
    await page.clock.install()
    await enterAsNew(page, owner.room)
    await expect(page.getByText('One message every 5 minutes')).toBeVisible()
    await sendLine(page, 'First')
    await typeLine(page, 'Too soon')
    await expect(lineOf(page, 'Too soon')).toContainText('This room is in slow mode.')
    await expect(sendButton(page)).toHaveAttribute('aria-disabled', 'true')
    await expect(fieldOf(page)).toHaveAccessibleDescription(/You can write again in 5 minutes\.$/)
    await page.clock.fastForward('04:30')
    await expect(fieldOf(page)).toHaveAccessibleDescription(/You can write again in \d\d seconds\.$/)
    await page.clock.fastForward('00:30')
    await expect(sendButton(page)).toHaveAttribute('aria-disabled', 'false')
    await expect(page.getByText('You can write again.', { exact: true })).toBeAttached()
    // The room's clock did not move on.
    await owner.setRules({})
    await lineOf(page, 'Too soon').getByRole('button', { name: 'Try again' }).click()
    await owner.expectLines('First', 'Too soon')
  })

  test('a line that was for fans only can be sent again by a new fan', async ({ page, joinBySocket }) => {
    const owner = await joinBySocket(freshRoom())
    await owner.setRules({ speakers: 'fans' })
    await enterAsNew(page, owner.room)
    await typeLine(page, 'May I?')
    const refused = lineOf(page, 'May I?')
    await expect(refused).toContainText('Only fans of this room’s owner can write here.')
    expect(owner.lines()).toEqual([])
    await becomeFan(page, owner.id)
    await page.reload()
    await refused.getByRole('button', { name: 'Try again' }).click()
    await owner.expectLines('May I?')
  })

  test('an announcement is shown above the lines for at most 10 s', async ({ page, joinBySocket }) => {
    const owner = await joinBySocket(freshRoom())
    await page.clock.install()
    await enterAsNew(page, owner.room)
    const announce = (message: string) => owner.moderate({ action: 'announce', channel: owner.room, message })
    const dismiss = page.getByRole('button', { name: 'Dismiss' })
    const banner = page.locator('div').filter({ has: dismiss }).getByText('The site rests at noon')
    await announce('The site rests at noon')
    await expect(banner.first()).toBeVisible()
    await page.clock.fastForward(9000)
    await expect(banner.first()).toBeVisible()
    await page.clock.fastForward(1000)
    await expect(dismiss).toBeHidden()
    await announce('It is back')
    await dismiss.click()
    await expect(dismiss).toBeHidden()
    await expect(lineOf(page, 'It is back')).toBeVisible()
  })
})

test.describe('moderation by the current member [2 §6]', () => {
  test('a moderator mutes and unmutes a member', async ({ page, joinBySocket }) => {
    const loud = await joinBySocket(await enterAsNew(page))
    await loud.say('Something loud')
    await chooseInLineMenu(page, 'Something loud', 'Mute')
    await page
      .getByRole('dialog', { name: `Mute ${loud.nickname}` })
      .getByRole('button', { name: 'Mute' })
      .click()
    await expect.poll(() => loud.view.mutedUntil).not.toBeNull()
    await page.getByRole('button', { name: 'Room settings' }).click()
    const unmute = page.getByRole('button', { name: `Unmute ${loud.nickname}` })
    await unmute.click()
    await expect(unmute).toBeHidden()
    await expect.poll(() => loud.view.mutedUntil).toBeNull()
  })

  test('a line that a moderator pinned is the topic until it is removed', async ({ page, joinBySocket }) => {
    const other = await joinBySocket(await enterAsNew(page))
    await other.say('Something loud')
    await chooseInLineMenu(page, 'Something loud', 'Pin as topic')
    await expect(page.getByText('Topic: Something loud')).toBeVisible()
    await page.getByRole('button', { name: 'Remove the topic' }).click()
    await expect(page.getByText('Topic: Something loud')).toBeHidden()
    await expect.poll(() => other.view.topic.topic).toBeNull()
  })

  test('staff delete one line of a member, or all of them, with a reason [1 §7]', async ({ page, joinBySocket }) => {
    const other = await joinBySocket(freshRoom())
    await other.say('Something loud', 'Worth keeping', 'Or so it seems')
    await signInAs(page, 'Ines Karlsen')
    await enterRoom(page, other.room)
    await chooseInLineMenu(page, 'Worth keeping', 'Ban or warn')
    await page
      .getByRole('dialog', { name: `Ban or warn ${other.nickname}` })
      .getByRole('button', { name: 'Cancel' })
      .click()
    await chooseInLineMenu(page, 'Something loud', 'Delete')
    const deletion = page.getByRole('dialog', { name: `Delete this message by ${other.nickname}?` })
    await deletion.getByRole('button', { name: 'Delete' }).click()
    await expect(deletion.getByLabel('Reason')).toHaveAccessibleDescription(/Give a reason\./)
    await expectAccessible(page)
    await deletion.getByLabel('Reason').fill('Too loud.')
    await deletion.getByRole('button', { name: 'Delete' }).click()
    await expect(lineOf(page, 'Worth keeping')).toBeFocused()
    await other.expectLines('Worth keeping', 'Or so it seems')
    await chooseInLineMenu(page, 'Worth keeping', 'Clear their messages')
    const clearing = page.getByRole('dialog', { name: `Clear messages by ${other.nickname}?` })
    await clearing.getByLabel('Reason').fill('All of it.')
    await clearing.getByRole('button', { name: 'Clear' }).click()
    await expect(fieldOf(page)).toBeFocused()
    await other.expectLines()
  })

  test('a moderator approves or rejects each held line', async ({ page, joinBySocket }) => {
    const room = await enterAsNew(page)
    await page.getByRole('button', { name: 'Room settings' }).click()
    await page.getByText('Moderators approve messages before they appear').click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    const other = await joinBySocket(room)
    await other.say('A kind word', 'A rude word')
    const waiting = (text: string) =>
      page.getByRole('list', { name: 'Waiting for review' }).getByRole('listitem').filter({ hasText: text })
    await waiting('kind')
      .getByRole('button', { name: `Approve message by ${other.nickname}` })
      .click()
    await expect(lineOf(page, 'A kind word')).toBeVisible()
    await expect(waiting('rude')).toBeFocused()
    await waiting('rude')
      .getByRole('button', { name: `Reject message by ${other.nickname}` })
      .click()
    await expect(fieldOf(page)).toBeFocused()
    await other.expectLines('A kind word')
    await expect.poll(() => other.view.outgoing.map(({ state }) => state)).toEqual(['declined'])
  })

  test('a moderator limits speed, speakers and words of a room', async ({ page, joinBySocket }) => {
    const other = await joinBySocket(await enterAsNew(page))
    const settings = page.getByRole('dialog', { name: /^Settings for/ })
    await page.getByRole('button', { name: 'Room settings' }).click()
    await settings.getByRole('button', { name: /Slow mode/ }).click()
    await page.getByRole('option', { name: 'One message every 10 seconds' }).click()
    await settings.getByRole('button', { name: /Who can write/ }).click()
    await expect(page.getByRole('option')).toHaveText(['Everyone', 'Members for a day or longer', 'Fans of the owner'])
    await page.getByRole('option', { name: 'Fans of the owner' }).click()
    await page.getByLabel('Blocked words').fill('fudge\nrats')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(settings).toBeHidden()
    await expect.poll(() => other.view.rules.rules).toEqual({ slowSeconds: 10, speakers: 'fans', hold: false })
    await page.getByRole('button', { name: 'Room settings' }).click()
    await expect(page.getByLabel('Blocked words')).toHaveValue('fudge\nrats')
  })

  test('an announcement keeps its text until it has been sent', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/ERR_FAILED/)
    await enterAsNew(page)
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

  test('a blank announcement or search is not sent [2 §5]', async ({ page, joinBySocket }) => {
    const { room } = await joinBySocket(freshRoom())
    await signInAs(page, 'Noor')
    await enterRoom(page, room)
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    await page.getByRole('button', { name: 'Room settings' }).click()
    await page.getByLabel('Announcement').fill('   ')
    await page.getByLabel('Announcement').press('Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Search this room' }).click()
    for (const query of ['   ', 'loud']) {
      await page.getByRole('searchbox', { name: 'Words' }).fill(query)
      await page.getByRole('button', { name: 'Search', exact: true }).click()
    }
    await expect(page.getByRole('dialog').getByText('No messages found.')).toBeVisible()
    expect(sent.filter((path) => /\/(moderate|search)$/.test(path))).toHaveLength(1)
  })

  test('staff search a room by words', async ({ page, joinBySocket }) => {
    const other = await joinBySocket(freshRoom())
    await other.say('Something loud')
    await signInAs(page, 'Noor')
    await enterRoom(page, other.room)
    await page.getByRole('button', { name: 'Search this room' }).click()
    await page.getByRole('searchbox', { name: 'Words' }).fill('loud')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('dialog').getByText('Something loud')).toBeVisible()
  })
})

test.describe('chat box', () => {
  const tab = (page: Page) => page.getByRole('complementary', { name: 'Chat' }).getByRole('button', { name: /^Chat/ })

  test('the closed chat box counts unread lines, shown as "+" from 10 [1 §9]', async ({ page, joinBySocket }) => {
    const room = freshRoom()
    await signInAs(page, freshName('Busy'), '/artists')
    await tab(page).click()
    await typeLine(page, `/join ${room}`)
    await expect(page.getByText('No messages yet.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tab(page)).toHaveAccessibleName('Chat')
    const [first, second] = [await joinBySocket(room), await joinBySocket(room)]
    await first.say('One 1', 'One 2', 'One 3', 'One 4', 'One 5')
    await second.say('Two 1', 'Two 2', 'Two 3', 'Two 4')
    await expect(tab(page)).toHaveAccessibleName('Chat 9 unread')
    await expect(tab(page).getByText('9', { exact: true })).toBeVisible()
    await second.say('Two 5')
    await expect(tab(page)).toHaveAccessibleName('Chat 10 unread')
    await expect(tab(page).getByText('+', { exact: true })).toBeVisible()
    await tab(page).click()
    await page.keyboard.press('Escape')
    await expect(tab(page)).toHaveAccessibleName('Chat')
  })

  test('the chat box can be used by keys alone', async ({ page }) => {
    const room = freshRoom()
    await signInAs(page, freshName('Boxed'))
    await page.goto('/artists')
    await tab(page).focus()
    await page.keyboard.press('Enter')
    await expect(fieldOf(page)).toBeFocused()
    await typeLine(page, `/join ${room}`)
    await expect(page.getByRole('heading', { level: 2, name: room })).toBeVisible()
    await expect(fieldOf(page)).toBeFocused()
    const box = await page.getByRole('complementary', { name: 'Chat' }).locator('> div').boundingBox()
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
    await expect(tab(page)).toHaveCount(0)
    await expect(page.getByRole('complementary', { name: 'Chat' }).getByRole('link', { name: 'Chat' })).toBeVisible()
  })

  test('Escape closes the chat box from the page, which keeps its focus', async ({ page }) => {
    await signInAs(page, freshName('Boxed'), '/artists')
    await tab(page).click()
    await expect(fieldOf(page)).toBeFocused()
    const link = page.getByRole('banner').getByRole('link', { name: 'Galleries' })
    await link.focus()
    await page.keyboard.press('Escape')
    await expect(fieldOf(page)).toHaveCount(0)
    await expect(link).toBeFocused()
  })

  test('the chat box is as it was after pages with their own chat', async ({ page, joinBySocket }) => {
    const room = freshRoom()
    const others = [await joinBySocket(room), await joinBySocket(room)]
    await signInAs(page, freshName('Walker'), '/artists')
    await tab(page).click()
    await typeLine(page, `/join ${room}`)
    await expect(page.getByRole('heading', { level: 2, name: room })).toBeVisible()
    for (const other of others) await other.say('Line 1', 'Line 2', 'Line 3', 'Line 4', 'Line 5')
    await expect(lineOf(page, 'Line 5').last()).toBeInViewport()
    await expect(lineOf(page, 'Line ')).toHaveCount(10)
    await lineOf(page, 'Line 2').first().scrollIntoViewIfNeeded()
    const top = () => logOf(page).evaluate((log) => log.scrollTop)
    const before = await top()
    await fieldOf(page).fill('Half a line')

    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Messages/ })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: room })).toBeHidden()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 2, name: room })).toBeVisible()
    await expect(fieldOf(page)).toHaveValue('Half a line')
    await expect(fieldOf(page)).not.toBeFocused()
    await expect.poll(top).toBe(before)

    await page.getByRole('link', { name: `Open ${room} as a page` }).click()
    await expectInRoom(page, room)
    await expect(fieldOf(page)).toHaveValue('Half a line')
    await sendLine(page, 'A whole line')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 2, name: room })).toBeVisible()
    await expect(fieldOf(page)).toHaveValue('')
    await expect(lineOf(page, 'A whole line')).toBeAttached()
  })

  test('visitors see no chat box', async ({ page }) => {
    await page.goto('/')
    await page.keyboard.press('?')
    await expect(page.getByRole('complementary', { name: 'Chat' })).toHaveCount(0)
  })
})

test('a dialog that could not be loaded offline opens once the page is online', async ({ page }) => {
  await enterAsNew(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Room settings' }).click()
  await expect(page.getByText('That couldn’t be loaded.')).toBeVisible()
  await typeLine(page, 'Kept until there is a network')
  await page.context().setOffline(false)
  await expect(lineOf(page, 'Kept until there is a network')).toBeVisible()
  await page.getByRole('button', { name: 'Room settings' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the chat page that was opened offline can be tried again, and opens once the network is back', async ({
  page,
}) => {
  await signInAs(page, freshName('Cut off'), '/guidelines')
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  const link = page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Chat' })
  await expect(link).toBeVisible()
  await page.context().setOffline(true)
  await link.click()
  await expect(page.getByText('This page couldn’t be loaded. Check your connection and try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('There’s still no connection.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('textbox', { name: 'Message lobby' })).toBeVisible()
})

test('a room name without letters and digits is not found', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/^Response |React Router caught the following error|status of 404 .*\/chat\//)
  await signInAs(page, freshName('Lost'))
  await page.goto('/chat/!!!')
  await expect(page.getByText("Sorry, we couldn't find the page you're looking for.")).toBeVisible()
})

test('the chat page is accessible and usable at 320 px', async ({ page }) => {
  await enterAsNew(page)
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
