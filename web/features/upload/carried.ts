let carried: readonly File[] = []

/** Keeps files that were dropped on another page until the upload page takes them. */
export function carry(files: readonly File[]): void {
  carried = files
}

/** The files that were brought here, once. */
export function takeCarried(): readonly File[] {
  const files = carried
  carried = []
  return files
}
