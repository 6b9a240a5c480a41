/** Returns the slug in a pasted link to a group, or an empty text [2 §5]. */
export const groupInLink = (link: string) => /\/group\/([a-z0-9-]+)(?:[?#].*)?$/.exec(link.trim())?.[1] ?? ''

/** Returns the id in a pasted link to a sketch, or 0. */
export const sketchInLink = (link: string) =>
  Number(/\/sketch\/([1-9]\d{0,14})(?:[?#].*)?$/.exec(link.trim())?.[1] ?? 0)
