import { beginning, button, field, heading, text } from '../find.ts'
import type { Page } from '../Page.ts'
import type { Journey, Step } from './step.ts'

const LINE = 'Hello from here'
const ANSWER = 'Hello yourself'

async function expectInRoom(page: Page, room: string): Promise<void> {
  await page.see(heading(room))
  await page.see(text('here'))
}

async function send(page: Page, line: string): Promise<void> {
  await page.fill(beginning(field('Message')), `${line}\n`)
}

async function talk({ page, companion, nickname, companionName }: Journey): Promise<void> {
  const room = nickname.replace(/\W/g, '-').toLowerCase()
  await page.open(`/chat/${room}`)
  await page.press(button('Open the room'))
  await expectInRoom(page, room)
  await companion.open(`/chat/${room}`)
  await expectInRoom(companion, room)
  await page.see(text('2 artists here'))
  await send(page, LINE)
  await companion.see(text(LINE))
  await send(companion, ANSWER)
  await page.see(text(ANSWER))
  await page.see(text(companionName))
}

export const chatSteps = {
  talk: { name: 'two members talk in a chat room', isShort: true, run: talk },
} satisfies Record<string, Step>
