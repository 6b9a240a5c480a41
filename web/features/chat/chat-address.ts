import { STANDING_CHANNELS } from '../../../contract/channel.ts'

/** The room that one comes into where none is named. */
export const [LOBBY] = STANDING_CHANNELS

/** The address of a room's page [2 §2 Chat]. */
export const chatAddress = (channel: string) => (channel === LOBBY ? '/chat' : `/chat/${encodeURIComponent(channel)}`)
