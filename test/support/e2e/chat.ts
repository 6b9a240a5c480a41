import { expect, type Locator, type Page } from 'playwright/test'
import type { ChatLine, ChatServerEvent } from '../../../contract/socket/chat.ts'
import { toWireTime } from '../../../contract/time.ts'

let roomCount = 0
/** A room that no other test uses. */
export const freshRoom = () => `room-${process.pid}-${++roomCount}`

export const logOf = (page: Page): Locator => page.getByRole('log')
export const lineOf = (page: Page, text: string): Locator => logOf(page).getByRole('article').filter({ hasText: text })
export const fieldOf = (page: Page): Locator => page.getByRole('textbox', { name: /^Message/ })

export async function enterRoom(page: Page, room: string): Promise<void> {
  await page.goto(`/chat/${room}`)
  await openIfMissing(page, room)
  await expectInRoom(page, room)
}

/** Opens the room if the page says that there is none. */
export async function openIfMissing(page: Page, room: string): Promise<void> {
  const open = page.getByRole('button', { name: 'Open the room' })
  await expect(open.or(page.getByRole('heading', { level: 1, name: room, exact: true }))).toBeVisible()
  if (await open.isVisible()) await open.click()
}

export async function expectInRoom(page: Page, room: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: room, exact: true })).toBeVisible()
  await expect(page.getByText(/^\d+ artists? here$/)).toBeVisible()
}

/** Sends a line without waiting for its confirmation. */
export async function typeLine(page: Page, text: string): Promise<void> {
  await fieldOf(page).fill(text)
  await fieldOf(page).press('Enter')
}

/** Sends a line and waits until it is confirmed, which its menu needs. */
export async function sendLine(page: Page, text: string): Promise<void> {
  await typeLine(page, text)
  await expect(lineOf(page, text).getByRole('button', { name: /^More actions for the message/ })).toBeAttached()
}

export async function chooseInLineMenu(page: Page, text: string, item: string): Promise<void> {
  await lineOf(page, text)
    .getByRole('button', { name: /^More actions for the message/ })
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Changes the times of lines that the page receives on entering a room, by their text. */
export async function changeLineDates(page: Page, times: Record<string, Date>): Promise<void> {
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
