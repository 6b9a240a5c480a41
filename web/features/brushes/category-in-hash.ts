/** The path of the category that the address's hash names, or none: `#drawing/pencils`. */
export function categoryInHash(hash: string): string {
  const path = hash.replace(/^#\/?/, '').replace(/\/$/, '')
  return /^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(path) ? path : ''
}
