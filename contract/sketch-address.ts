/** The address of a sketch, with the name of the list that it is opened from. */
export function sketchAddress(id: number, list?: string): string {
  return `/sketch/${id}${list ? `?in=${encodeURIComponent(list)}` : ''}`
}
