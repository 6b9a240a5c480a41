/** What is kept in this browser under a name; null when nothing is, or storing is forbidden. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Keeps a text in this browser; an empty one is forgotten. Full or forbidden storage is not an error. */
export function writeStored(name: string, value: string): void {
  try {
    if (value) localStorage.setItem(name, value)
    else localStorage.removeItem(name)
  } catch {
    // The page works without it.
  }
}
