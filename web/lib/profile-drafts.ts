const PREFIX = 'profile-draft '

/** Name under which the browser stores unsaved changes of a profile, which may contain an e-mail address. */
export const profileDraftName = (userId: number) => `${PREFIX}${userId}`

/** Removes all unsaved changes of profiles from this browser. Forbidden storage is ignored. */
export function forgetProfileDrafts(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name)
  } catch {
    // Nothing was stored.
  }
}
