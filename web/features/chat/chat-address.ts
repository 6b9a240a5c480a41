import { STANDING_CHANNELS } from '../../../contract/channel.ts'

/** The room of `/chat`. */
export const [LOBBY] = STANDING_CHANNELS

/** Path of a room's page [2 §2 Chat]. */
export const chatAddress = (channel: string) => (channel === LOBBY ? '/chat' : `/chat/${encodeURIComponent(channel)}`)
