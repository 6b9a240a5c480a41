import { expect, type Locator, type Page } from 'playwright/test'
import type { ChatLine, ChatServerEvent } from '../../../contract/socket/chat.ts'
import { toWireTime } from '../../../contract/time.ts'

let made = 0
/** A room that no other test of this run enters. */
export const freshRoom = () => `room-${process.pid}-${++made}`

export const logOf = (page: Page): Locator => page.getByRole('log')
export const lineOf = (page: Page, text: string): Locator => logOf(page).getByRole('article').filter({ hasText: text })
export const fieldOf = (page: Page): Locator => page.getByRole('textbox', { name: /^Message/ })

/** Opens a room's page and waits until one is in. */
export async function enterRoom(page: Page, room: string): Promise<void> {
  await page.goto(`/chat/${room}`)
  await expectInRoom(page, room)
}

export async function expectInRoom(page: Page, room: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: room, exact: true })).toBeVisible()
  await expect(page.getByText(/^\d+ artists? here$/)).toBeVisible()
}

/** Says a line, whether or not it comes to stand. */
export async function typeLine(page: Page, text: string): Promise<void> {
  await fieldOf(page).fill(text)
  await fieldOf(page).press('Enter')
}

/** Says a line and waits until it stands: only then can something be done with it. */
export async function sendLine(page: Page, text: string): Promise<void> {
  await typeLine(page, text)
  await expect(lineOf(page, text).getByRole('button', { name: /^More for line/ })).toBeAttached()
}

/** Takes what is called so in the menu of a line. */
export async function chooseInLineMenu(page: Page, text: string, item: string): Promise<void> {
  await lineOf(page, text)
    .getByRole('button', { name: /^More for line/ })
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Has lines come to a page, in the rooms that it enters from now on, as if they had been said at these times. */
export async function redateLines(page: Page, times: Record<string, Date>): Promise<void> {
  const dated = (line: ChatLine): ChatLine => {
    const at = times[line.message]
    return at ? { ...line, date: toWireTime(at.getTime()) } : line
  }
  const redated = (event: ChatServerEvent): ChatServerEvent =>
    event.type === 'chats' ? { ...event, lines: event.lines.map(dated) } : event
  await page.routeWebSocket(/\/socket\/chat\//, (socket) => {
    socket.connectToServer().onMessage((frame) => {
      const isEvents = typeof frame === 'string' && frame.startsWith('[')
      socket.send(isEvents ? JSON.stringify(JSON.parse(frame).map(redated)) : frame)
    })
  })
}
