import { readStored, writeStored } from '../../lib/stored.ts'

const NAME = 'chat-opened'

/** Whether chat was ever opened in this browser; until then nothing connects by itself. */
export const wasOpened = () => readStored(NAME) !== null

export function noteOpened(): void {
  writeStored(NAME, '1')
}
