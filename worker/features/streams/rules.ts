/** The name of the room beside a stream. */
export const channelOf = (streamId: number) => `stream-${streamId}` as const
