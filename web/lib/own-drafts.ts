const PREFIXES = { profile: 'profile-draft ', order: 'store-order ' }

/** Name under which the browser stores unsaved changes of a profile, which may contain an e-mail address. */
export const profileDraftName = (userId: number) => `${PREFIXES.profile}${userId}`

/** Name under which the browser stores an order of the store, which may contain words to a friend. */
export const orderDraftName = (userId: number) => `${PREFIXES.order}${userId}`

/** Removes these drafts of all members from this browser. Forbidden storage is ignored. */
export function forgetOwnDrafts(): void {
  try {
    const isOwn = (name: string) => Object.values(PREFIXES).some((prefix) => name.startsWith(prefix))
    for (const name of Object.keys(localStorage)) if (isOwn(name)) localStorage.removeItem(name)
  } catch {
    // Nothing was stored.
  }
}
