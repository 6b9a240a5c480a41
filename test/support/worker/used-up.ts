/** A rate whose calls of this minute were made: by all keys, or by one. */
export const usedUp = (by?: string): RateLimit => ({
  limit: async ({ key }) => ({ success: by !== undefined && key !== by }),
})
