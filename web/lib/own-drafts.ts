const PREFIXES = {
  profile: 'profile-draft ',
  order: 'store-order ',
  message: 'message-draft ',
  forum: 'forum-draft ',
  chatLine: 'chat-typed ',
  chatUnsent: 'chat-unsent ',
}

/** Name under which the browser stores unsaved changes of a profile, which may contain an e-mail address. */
export const profileDraftName = (userId: number) => `${PREFIXES.profile}${userId}`

/** Name under which the browser stores an order of the store, which may contain words to a friend. */
export const orderDraftName = (userId: number) => `${PREFIXES.order}${userId}`

/** Name under which the browser stores a private message that is being written. */
export const messageDraftName = (userId: number, target: string) => `${PREFIXES.message}${userId} ${target}`

/** Name under which the browser stores a topic or post that is being written. */
export const forumDraftName = (userId: number, target: string) => `${PREFIXES.forum}${userId} ${target}`

/** Name under which the browser stores a line that is being written in a chat room. */
export const chatLineName = (userId: number, channel: string) => `${PREFIXES.chatLine}${userId} ${channel}`

/** Name under which the browser stores the lines that a chat room has not confirmed. */
export const chatUnsentName = (userId: number, channel: string) => `${PREFIXES.chatUnsent}${userId} ${channel}`

/** Removes these drafts of all members from this browser. Forbidden storage is ignored. */
export function forgetOwnDrafts(): void {
  try {
    const isOwn = (name: string) => Object.values(PREFIXES).some((prefix) => name.startsWith(prefix))
    for (const name of Object.keys(localStorage)) if (isOwn(name)) localStorage.removeItem(name)
  } catch {
    // Nothing was stored.
  }
}
