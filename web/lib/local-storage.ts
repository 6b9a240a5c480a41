/** Reads from localStorage; null when nothing is stored or storage is forbidden. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Writes to localStorage; an empty text removes the entry. Full or forbidden storage is ignored. */
export function writeStored(name: string, value: string): void {
  try {
    if (value) localStorage.setItem(name, value)
    else localStorage.removeItem(name)
  } catch {
    // The page works without it.
  }
}
