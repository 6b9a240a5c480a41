import { readStored, writeStored } from '../../lib/local-storage.ts'

const OPENED = 'chat-opened'
const HIDDEN = 'chat-hidden'

/** True when chat was opened in this browser before; until then the dock does not connect by itself. */
export const wasChatOpened = () => readStored(OPENED) !== null

export function rememberChatOpened(): void {
  writeStored(OPENED, '1')
}

/** The member's choice of no chat box, as this browser last learned it; known before the session has loaded. */
export const wasChatHidden = () => readStored(HIDDEN) !== null

export function rememberChatHidden(isHidden: boolean): void {
  writeStored(HIDDEN, isHidden ? '1' : '')
}
