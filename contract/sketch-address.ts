/** `list` is a list name, see list-name.ts. */
export function sketchAddress(id: number, list?: string): string {
  return `/sketch/${id}${list ? `?in=${encodeURIComponent(list)}` : ''}`
}
