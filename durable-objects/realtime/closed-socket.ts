/**
 * Marks a socket as closed by the object, so that an object that wakes does not restore its connection while the client
 * leaves its side open. The attachment is then the number of messages that the client has sent since.
 */
export const markClosed = (socket: WebSocket): void => socket.serializeAttachment(0)

/** True for the attachment of a socket that the object closed. */
export const isClosed = (attachment: unknown): boolean => typeof attachment === 'number'

/**
 * Counts a message of a client that left its side open. False if there are more than `max`, which can have been on their
 * way: each wakes the object, and no other limit applies.
 */
export function countAfterClose(socket: WebSocket, max: number): boolean {
  const attachment: unknown = socket.deserializeAttachment()
  const messages = typeof attachment === 'number' ? attachment + 1 : 1
  socket.serializeAttachment(messages)
  return messages <= max
}
