/** `list` is a list name, see list-name.ts. */
export function sketchAddress(id: number, list?: string): string {
  return `/sketch/${id}${list ? `?in=${encodeURIComponent(list)}` : ''}`
}

/** The address of an unlisted sketch or its replay with the key without which it does not exist for others. */
export function withLinkKey(path: string, linkKey: string | null | undefined): string {
  return linkKey ? `${path}?key=${encodeURIComponent(linkKey)}` : path
}
