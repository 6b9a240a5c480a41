import { readStored, writeStored } from '../../lib/local-storage.ts'

const OPENED = 'chat-opened'

/** True when chat was opened in this browser before; until then the dock does not connect by itself. */
export const wasChatOpened = () => readStored(OPENED) !== null

export function rememberChatOpened(): void {
  writeStored(OPENED, '1')
}
