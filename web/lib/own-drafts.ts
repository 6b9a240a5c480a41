const PREFIXES = {
  profile: 'profile-draft ',
  order: 'store-order ',
  message: 'message-draft ',
  forum: 'forum-draft ',
  chatLine: 'chat-typed ',
  chatUnsent: 'chat-unsent ',
  chatSeen: 'chat-seen ',
  strokes: 'whiteboard-unsent ',
  comment: 'comment-draft ',
  edit: 'edit-draft ',
  upload: 'upload-draft ',
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

/** Name under which the browser stores the last line that a member saw in a chat room. */
export const chatSeenName = (userId: number, channel: string) => `${PREFIXES.chatSeen}${userId} ${channel}`

/** Name under which the browser stores the strokes that the whiteboard has not confirmed. */
export const unsentStrokesName = (userId: number) => `${PREFIXES.strokes}${userId}`

/** Name under which the browser stores a comment that is being written; 0 for a visitor. */
export const commentDraftName = (userId: number, target: string) => `${PREFIXES.comment}${userId} ${target}`

/** Name under which the browser stores unsaved changes of a sketch. */
export const editDraftName = (userId: number, sketchId: number) => `${PREFIXES.edit}${userId} ${sketchId}`

/** Name under which the browser stores the description of an upload that is not posted. */
export const uploadDraftName = (userId: number, uploadId: string) => `${PREFIXES.upload}${userId} ${uploadId}`

/** Removes all drafts of a member, and the lines they saw in chat rooms, from this browser. Forbidden storage is ignored. */
export function forgetOwnDrafts(userId: number): void {
  try {
    const isOwn = (name: string) =>
      Object.values(PREFIXES).some((prefix) => `${name} `.startsWith(`${prefix}${userId} `))
    for (const name of Object.keys(localStorage)) if (isOwn(name)) localStorage.removeItem(name)
  } catch {
    // Nothing was stored.
  }
}
